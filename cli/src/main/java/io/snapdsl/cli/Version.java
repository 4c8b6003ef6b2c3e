package io.snapdsl.cli;

import picocli.CommandLine.IVersionProvider;

/** The version that the build wrote into the jar. */
public final class Version implements IVersionProvider {
    public static String text() {
        String version = Version.class.getPackage().getImplementationVersion();
        return version == null ? "unreleased" : version;
    }

    @Override
    public String[] getVersion() {
        return new String[] {"snapdsl " + text()};
    }
}
