/**
 * What follows from a policy, and when. {@link io.snapdsl.engine.run.Agenda} decides what is due by the clock, {@link
 * io.snapdsl.engine.run.PolicyWorker} takes one policy's snapshots and tidies up after them, {@link
 * io.snapdsl.engine.run.PolicyRunner} holds them together for as long as the command runs, {@link
 * io.snapdsl.engine.run.SteppedRun} for as long as somebody steps it. Triggers go in, snapshots go to the store, and
 * whoever shows what happens is a {@link io.snapdsl.engine.run.RunListener}.
 */
package io.snapdsl.engine.run;
