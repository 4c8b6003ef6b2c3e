package io.snapdsl.engine.retention;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.snapdsl.engine.content.DamagedContentException;
import io.snapdsl.engine.history.SnapshotId;
import io.snapdsl.engine.history.SubjectId;
import io.snapdsl.engine.json.Json;
import io.snapdsl.engine.retention.KeepRules.Anchor;
import io.snapdsl.engine.store.StatedRules.Stated;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/** What one script states, as it is stored. */
public final class RulesText {
    private RulesText() {}

    public static String encode(List<Stated> all) {
        ArrayNode list = JsonNodeFactory.instance.arrayNode();
        for (Stated stated : all) {
            ObjectNode node = list.addObject();
            node.put("policy", stated.policy());
            node.put("subject", stated.subject().value());
            node.put("written", stated.written());
            stated.rules().ifPresent(rules -> node.set("keep", encode(rules)));
        }
        return Json.compact(list);
    }

    private static JsonNode encode(KeepRules rules) {
        ObjectNode node = Json.object();
        node.put("last", rules.last());
        node.put("sessions", rules.sessions());
        rules.periods().forEach((period, count) -> node.put(period.name(), count));
        rules.within().ifPresent(age -> node.put("within", age.toString()));
        node.set("tags", Json.array(rules.tags().stream().sorted().toList()));
        node.set(
                "ids",
                Json.array(rules.ids().stream().map(SnapshotId::hex).sorted().toList()));
        node.put("anchor", rules.anchor().name());
        node.put("zone", rules.zone().getId());
        return node;
    }

    public static List<Stated> decode(Path script, String text) {
        try {
            List<Stated> all = new ArrayList<>();
            for (JsonNode node : Json.parse(text.getBytes(StandardCharsets.UTF_8))) {
                all.add(new Stated(
                        script,
                        node.path("policy").asText(),
                        new SubjectId(node.path("subject").asLong()),
                        Optional.ofNullable(node.get("keep")).map(RulesText::rules),
                        node.path("written").asBoolean()));
            }
            return all;
        } catch (IllegalArgumentException | DateTimeException e) {
            throw new DamagedContentException("what the policies of " + script + " keep can't be read", e);
        }
    }

    private static KeepRules rules(JsonNode node) {
        Map<Period, Integer> periods = new EnumMap<>(Period.class);
        for (Period period : Period.values()) {
            Optional.ofNullable(node.get(period.name())).ifPresent(count -> periods.put(period, count.asInt()));
        }
        return new KeepRules(
                node.path("last").asInt(),
                node.path("sessions").asInt(),
                periods,
                Optional.ofNullable(node.get("within")).map(JsonNode::asText).map(Duration::parse),
                texts(node.path("tags")).stream().collect(Collectors.toSet()),
                texts(node.path("ids")).stream().map(SnapshotId::fromHex).collect(Collectors.toSet()),
                Anchor.valueOf(node.path("anchor").asText()),
                ZoneId.of(node.path("zone").asText()));
    }

    private static List<String> texts(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false)
                .map(JsonNode::asText)
                .toList();
    }
}
