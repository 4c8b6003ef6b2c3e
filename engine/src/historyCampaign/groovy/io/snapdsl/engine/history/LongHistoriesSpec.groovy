package io.snapdsl.engine.history

/** As many steps and such seeds as the build says. */
class LongHistoriesSpec extends HistoryModelSpec {
}
