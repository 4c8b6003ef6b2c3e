package io.snapdsl.engine.container;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.snapdsl.engine.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * What a container is made from, all but its files: what the engine was told when it was created, with nothing left out
 * and nothing the engine made up itself.
 *
 * @param json as for {@code POST /containers/create}
 */
public record ContainerSettings(ObjectNode json) {
    private static final int SHORT_ID = 12;
    /** Of a connection to a network: what someone asked for. The rest is what came of it. */
    private static final List<String> ENDPOINT_WISHES = List.of("IPAMConfig", "Links", "DriverOpts", "GwPriority");

    private static final String HOST = "HostConfig";
    private static final String NETWORKS = "NetworkingConfig";
    private static final String ENDPOINTS = "EndpointsConfig";

    /** As the engine tells of a container that exists. */
    public static ContainerSettings of(ContainerRuntime.Inspected container) {
        JsonNode details = container.details();
        ObjectNode json = details.path("Config").deepCopy();
        String shortId = container.id().substring(0, SHORT_ID);
        json.remove("Image");
        String mode = details.path(HOST).path("NetworkMode").asText();
        boolean isOthers = mode.equals("host") || mode.startsWith("container:");
        if (isOthers || json.path("Hostname").asText().equals(shortId)) {
            json.remove("Hostname");
        }
        json.set("Labels", withoutOurs(json.path("Labels")));
        ObjectNode host = details.path(HOST).deepCopy();
        host.remove("ContainerIDFile");
        json.set(HOST, host);
        ObjectNode endpoints = Json.object();
        String givenMac = json.path("MacAddress").asText();
        details.path("NetworkSettings").path("Networks").properties().forEach(network -> {
            ObjectNode endpoint = endpoint(network.getValue(), shortId);
            if (!givenMac.isEmpty()) {
                endpoint.put("MacAddress", network.getValue().path("MacAddress").asText());
            }
            endpoints.set(network.getKey(), endpoint);
        });
        json.remove("MacAddress");
        json.putObject(NETWORKS).set(ENDPOINTS, endpoints);
        return new ContainerSettings(json);
    }

    static ObjectNode withoutOurs(JsonNode labels) {
        Map<String, String> others = Json.texts(labels);
        others.keySet().removeIf(Labels::isOurs);
        return Json.object(others);
    }

    private static ObjectNode endpoint(JsonNode endpoint, String shortId) {
        ObjectNode wishes = Json.object();
        for (String wish : ENDPOINT_WISHES) {
            if (!isNothing(endpoint.path(wish))) {
                wishes.set(wish, endpoint.path(wish));
            }
        }
        List<String> aliases = new ArrayList<>();
        // Older engines add the container's own short id.
        endpoint.path("Aliases").forEach(alias -> {
            if (!alias.asText().equals(shortId)) {
                aliases.add(alias.asText());
            }
        });
        if (!aliases.isEmpty()) {
            wishes.set("Aliases", Json.array(aliases));
        }
        return wishes;
    }

    private static boolean isNothing(JsonNode node) {
        return node.isMissingNode()
                || node.isNull()
                || node.isContainerNode() && node.isEmpty()
                || node.isNumber() && node.asInt() == 0;
    }

    /** Those that an image can have: what is run in it, and how. */
    ObjectNode ofImage() {
        ObjectNode copy = json.deepCopy();
        copy.remove(List.of(HOST, NETWORKS, "Hostname", "Domainname"));
        return copy;
    }

    public Optional<String> hostname() {
        return Optional.of(json.path("Hostname").asText()).filter(name -> !name.isEmpty());
    }

    /** The network it is created in; it is connected to the others afterwards, which every engine can do. */
    public String firstNetwork() {
        String mode = json.path(HOST).path("NetworkMode").asText("default");
        return mode.equals("default") ? "bridge" : mode;
    }

    public Map<String, JsonNode> networks() {
        Map<String, JsonNode> networks = new LinkedHashMap<>();
        json.path(NETWORKS).path(ENDPOINTS).properties().forEach(it -> networks.put(it.getKey(), it.getValue()));
        return networks;
    }

    /** Whether the container itself says how to find out that it is well. */
    public boolean hasHealthCheck() {
        JsonNode test = json.path("Healthcheck").path("Test");
        return test.size() > 0 && !test.path(0).asText().equals("NONE");
    }

    /** The host's ports that it wants: {@code 127.0.0.1:8080/tcp}. */
    public List<String> hostPorts() {
        List<String> ports = new ArrayList<>();
        json.path(HOST)
                .path("PortBindings")
                .properties()
                .forEach(binding -> binding.getValue().forEach(host -> {
                    String port = host.path("HostPort").asText();
                    if (!port.isEmpty() && !port.equals("0")) {
                        String protocol = binding.getKey().replaceFirst(".*/", "");
                        ports.add(host.path("HostIp").asText() + ":" + port + "/" + protocol);
                    }
                }));
        return ports;
    }

    /** The engine chooses the host's ports for those that {@code taken} names. */
    public ContainerSettings withoutHostPorts(List<String> taken) {
        return edited(copy -> {
            copy.path(HOST)
                    .path("PortBindings")
                    .properties()
                    .forEach(binding -> binding.getValue().forEach(host -> {
                        String protocol = binding.getKey().replaceFirst(".*/", "");
                        String port = host.path("HostIp").asText() + ":"
                                + host.path("HostPort").asText() + "/" + protocol;
                        if (taken.contains(port)) {
                            ((ObjectNode) host).put("HostPort", "");
                        }
                    }));
            return copy;
        });
    }

    /** Beside the original, whose addresses and names in networks are its own. */
    public ContainerSettings withoutAddresses() {
        return edited(copy -> {
            copy.path(NETWORKS)
                    .path(ENDPOINTS)
                    .forEach(
                            endpoint -> ((ObjectNode) endpoint).remove(List.of("IPAMConfig", "MacAddress", "Aliases")));
            return copy;
        });
    }

    /** Beside the original, which is what those who made it by these labels look for. */
    public ContainerSettings withoutLabels(String prefix) {
        return edited(copy -> {
            Map<String, String> labels = Json.texts(copy.path("Labels"));
            labels.keySet().removeIf(label -> label.startsWith(prefix));
            copy.set("Labels", Json.object(labels));
            return copy;
        });
    }

    public boolean hasAddresses() {
        return !withoutAddresses().equals(this);
    }

    /** Only its first network, as {@link ContainerRuntime#create} takes it. */
    ContainerSettings inFirstNetworkOnly() {
        return edited(copy -> {
            ObjectNode endpoints = (ObjectNode) copy.path(NETWORKS).path(ENDPOINTS);
            endpoints.retain(endpoints.path(firstNetwork()).isEmpty() ? List.of() : List.of(firstNetwork()));
            return copy;
        });
    }

    ContainerSettings labelled(Map<String, String> labels) {
        return edited(copy -> {
            Map<String, String> all = Json.texts(copy.path("Labels"));
            all.putAll(labels);
            copy.set("Labels", Json.object(all));
            return copy;
        });
    }

    ContainerSettings from(String image) {
        return edited(copy -> copy.put("Image", image));
    }

    /**
     * With these volumes in the places of those it had.
     *
     * @param sources the volume for each destination
     * @param mounts all that the container saw; what the image or another container brought along is named from now on
     */
    ContainerSettings withVolumes(Map<String, String> sources, List<Mount> mounts) {
        return edited(copy -> {
            new MountSettings((ObjectNode) copy.path(HOST)).use(sources, mounts);
            return copy;
        });
    }

    /**
     * An engine fills volumes in which nothing is with what the image has there; not those in these places.
     *
     * @param places as the engine tells of them
     */
    ContainerSettings copyingNothingInto(Set<String> places) {
        return edited(copy -> {
            new MountSettings((ObjectNode) copy.path(HOST)).copyNothingInto(places);
            return copy;
        });
    }

    private ContainerSettings edited(UnaryOperator<ObjectNode> edit) {
        return new ContainerSettings(edit.apply(json.deepCopy()));
    }
}
