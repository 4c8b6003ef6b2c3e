package io.snapdsl.cli.container

import io.snapdsl.container.docker.NeedsDocker
import java.nio.file.Files
import java.nio.file.Path

/** Containers with every setting set to something unusual: captured, destroyed, restored, compared field by field. */
@NeedsDocker
class ContainerShapesSpec extends ContainerSpecification {
    /** What is another one's after a restore, and has to be. */
    static final List<String> OWN = ['/Id', '/Created', '/Image', '/Config/Image', '/ResolvConfPath', '/HostnamePath', '/HostsPath', '/LogPath',
        '/RestartCount', '/ExecIDs'] + ['/State', '/GraphDriver']

    def 'a container with #shape that was #was comes back as it was, with all its volumes'() {
        given:
        def named = volumeWithEverything("$box-named")
        def other = volumeWithEverything("$box-other")
        def host = Files.createDirectories(temp.resolve('host dir'))
        Files.writeString(host.resolve('of-the-host'), 'x')
        ["$box-net-a": '10.77.1', "$box-net-b": '10.77.2'].each { name, net ->
            engine.post('/networks/create', [Name: name, IPAM: [Config: [[Subnet: "${net}.0/24".toString()]]]])
        }
        create(settings(shape, host))
        if (shape == 'everything') {
            engine.post("/networks/$box-net-b/connect", [Container: box, EndpointConfig: [Aliases: ['second', 'b.alias'], IPAMConfig: [IPv4Address: '10.77.2.22']]])
        }
        bring(was)
        def before = engine.inspect(box)
        def anonymous = anonymousDirectories(before)
        def files = [named, other, *anonymous.values()].collect { VolumeState.of(it) }
        def id = snapContainer()

        expect: 'the snapshot has changed nothing'
        engine.inspect(box).State.findAll { it.key != 'Health' } == before.State.findAll { it.key != 'Health' }

        when: 'all is gone'
        engine.containers().findAll { it.startsWith(box) }.each { destroy(it) }
        ["$box-named", "$box-other"].each { engine.delete("/volumes/$it") }
        def restored = restore(id, '--name', box)
        def after = engine.inspect(box)

        then:
        restored.notes.findAll { !it.contains("host's own") } == []
        after.State.Status == [running: 'running', paused: 'paused', exited: 'created', created: 'created'][was]
        differences(before, after) == []

        and:
        def back = anonymousDirectories(after)
        back.keySet() == anonymous.keySet()
        [engine.directory("$box-named"), engine.directory("$box-other"), *anonymous.keySet().collect { back[it] }]
            .collect { VolumeState.of(it) } == files

        when: 'it is captured again'
        def again = snapContainer()

        then: 'that is all the same too, but for whose container it is'
        def changed = snapdsl.json('diff', id, again).files*.path
        changed.findAll { !(it in ['container.json', 'changes.txt']) && !it.startsWith('volumes/@') } == []
        theStoreIsClean()

        where:
        [shape, was] << [['everything', 'odd mounts'], ['running', 'paused', 'exited', 'created']].combinations()
    }

    private Map settings(String shape, Path host) {
        shape == 'everything' ? everything(host) : oddMounts(host)
    }

    private Map everything(Path host) {
        [
            Hostname: 'odd-host', Domainname: 'example.test', User: '1000:1001', Tty: true, OpenStdin: true, StdinOnce: true,
            AttachStdin: true, AttachStdout: true, AttachStderr: true,
            Env: ['QUOTES=a"b\'c`d', 'LINES=one\ntwo\n', 'EMPTY=', 'DOLLAR=$HOME ${X} \\ %s', 'UMLAUT=ü', 'PATH=/bin:/odd'],
            Entrypoint: ['/bin/busybox', 'env', 'A=b c', 'sh', '-c', 'trap "exit 3" USR1; while :; do sleep 0.1; done'],
            Cmd: ['arg with spaces', 'quote"\'', 'new\nline', 'ü', ''],
            WorkingDir: '/work dir', StopSignal: 'SIGUSR1', StopTimeout: 7,
            Labels: ['a': 'b', 'quote"\'': 'x\ny$z \\', 'com.docker.compose.project': 'p', 'empty': ''],
            ExposedPorts: ['9999/udp': [:], '80/tcp': [:]],
            Healthcheck: [Test: ['CMD-SHELL', 'echo "$QUOTES"; true'], Interval: 1_000_000_000, Timeout: 5_000_000_000, Retries: 5, StartPeriod: 2_000_000_000],
            Volumes: ['/anonymous': [:], '/anonymous/below': [:]],
            HostConfig: [
                Binds: ["$box-named:/data".toString(), "$box-named:/data-again:ro".toString(), "$host:/bind:ro".toString()],
                Mounts: [
                    [Type: 'volume', Source: "$box-other".toString(), Target: '/other', ReadOnly: true, VolumeOptions: [NoCopy: true, Labels: [x: 'y']]],
                    [Type: 'tmpfs', Target: '/tmpfs', TmpfsOptions: [SizeBytes: 1048576, Mode: 0770]],
                    [Type: 'bind', Source: host.toString(), Target: '/bind 2', BindOptions: [Propagation: 'private', NonRecursive: true]],
                ],
                PortBindings: ['80/tcp': [[HostIp: '127.0.0.1', HostPort: '18080'], [HostIp: '127.0.0.1', HostPort: '18081']], '81/udp': [[HostPort: '18082']]],
                RestartPolicy: [Name: 'on-failure', MaximumRetryCount: 4],
                Memory: 64 << 20, MemoryReservation: 32 << 20, MemorySwap: 96 << 20, CpuShares: 512, NanoCpus: 500_000_000, CpusetCpus: '0', PidsLimit: 77,
                CapAdd: ['NET_ADMIN'], CapDrop: ['MKNOD'], Ulimits: [[Name: 'nofile', Soft: 512, Hard: 1024], [Name: 'core', Soft: 0, Hard: 0]],
                Tmpfs: ['/scratch': 'rw,size=1m,mode=1770'], Dns: ['192.0.2.1'], DnsSearch: ['odd.test'], DnsOptions: ['ndots:3'],
                ExtraHosts: ['a.test:192.0.2.9'], GroupAdd: ['4242'], OomScoreAdj: 300, ShmSize: 8 << 20, IpcMode: 'shareable',
                SecurityOpt: ['no-new-privileges'], Sysctls: ['net.ipv4.ip_unprivileged_port_start': '79'],
                Devices: [[PathOnHost: '/dev/null', PathInContainer: '/dev/odd', CgroupPermissions: 'rw']], DeviceCgroupRules: ['c 42:* rmw'],
                LogConfig: [Type: 'json-file', Config: ['max-size': '1m', tag: '{{.Name}}']],
                NetworkMode: "$box-net-a".toString(), Annotations: [odd: 'one'],
            ],
            NetworkingConfig: [EndpointsConfig: [("$box-net-a".toString()): [Aliases: ['first', 'a.alias'], IPAMConfig: [IPv4Address: '10.77.1.11']]]],
        ]
    }

    /** Ways of writing mounts that mean the same, what other containers bring along, and a root that can't be written. */
    private Map oddMounts(Path host) {
        create([HostConfig: [Binds: ["$box-other:/inherited".toString(), "$host:/inherited-bind".toString()]]], "$box-other-owner")
        [
            Hostname: 'h', StopSignal: 'SIGTERM', Volumes: ['/empty': [:]], NetworkDisabled: true,
            HostConfig: [
                Binds: ["$box-named:/with-slash/:ro".toString(), "$box-named:/a//b/../c".toString()],
                VolumesFrom: ["$box-other-owner:ro".toString()],
                NetworkMode: 'none', ReadonlyRootfs: true, PidMode: 'host', IpcMode: 'none', CapDrop: ['ALL'],
                RestartPolicy: [Name: 'unless-stopped'], LogConfig: [Type: 'none', Config: [:]], CpuPeriod: 50000, CpuQuota: 25000,
            ],
        ]
    }

    private void bring(String status) {
        if (status == 'created') return
        engine.post("/containers/$box/start")
        if (status == 'paused') engine.post("/containers/$box/pause")
        if (status == 'exited') engine.post("/containers/$box/stop")
    }

    private Map<String, Path> anonymousDirectories(Map inspected) {
        inspected.Mounts.findAll { it.Type == 'volume' && !it.Name.startsWith(box) }.collectEntries { [it.Destination, engine.directory(it.Name)] }
    }

    private List<String> differences(Map before, Map after) {
        def one = flat(normal(before))
        def two = flat(normal(after))
        (one.keySet() + two.keySet()).findAll { one[it] != two[it] }.collect { "$it: ${one[it]} -> ${two[it]}".toString() }.sort()
    }

    /** Without what is one container's own. */
    private Map normal(Map inspected) {
        def shortId = inspected.Id.substring(0, 12)
        def copy = inspected.findAll { !("/$it.key".toString() in OWN) }
        copy.Config = inspected.Config.findAll { it.key != 'Image' } + [Labels: inspected.Config.Labels.findAll { !it.key.startsWith('snapdsl.') }]
        copy.HostConfig = inspected.HostConfig.findAll { !(it.key in ['Binds', 'VolumesFrom']) }
        copy.NetworkSettings = [
            Ports: inspected.NetworkSettings.Ports,
            Networks: inspected.NetworkSettings.Networks.collectEntries { name, it ->
                [name, [Aliases: it.Aliases?.findAll { alias -> alias != shortId } ?: null, IPAMConfig: it.IPAMConfig ?: null, Links: it.Links,
                    DriverOpts: it.DriverOpts, address: it.IPAMConfig ? it.IPAddress : '']]
            },
        ]
        // What was written as the mode is seen by whether it can be written. The directory of a volume without a name, and where from it came, are another one's; how it is seen is not.
        copy.Mounts = inspected.Mounts.collectEntries { mount ->
            def anonymous = mount.Type == 'volume' && !mount.Name.startsWith(box)
            [mount.Destination, mount.findAll { anonymous ? it.key in ['Type', 'Destination', 'RW', 'Driver'] : it.key != 'Mode' }]
        }
        copy
    }

    private static Map<String, Object> flat(Object json, String at = '') {
        if (json instanceof Map && json) return json.collectEntries { flat(it.value, "$at/$it.key") }
        if (json instanceof List && json) return json.withIndex().collectEntries { value, i -> flat(value, "$at/$i") }
        // Nothing, whichever way it is written.
        json == null || json == [:] || json == [] || json == '' ? [:] : [(at): json]
    }
}
