#!/bin/sh
# usage: assemble.sh DIR
# Assembles a working Gradle 8.8 in DIR from artifacts of Maven Central, for networks that the official distribution
# can't be downloaded from. They are fetched with Maven, so its mirror settings are honoured, and checked against
# artifacts.sha256. What it lacks against the official one: Kotlin DSL scripts and incremental Java compilation.
set -eu
target=$1
here=$(cd "$(dirname "$0")" && pwd)
bin=${JAVA_HOME:+$JAVA_HOME/bin/}
command -v mvn >/dev/null || { echo 'Maven (mvn) is needed to assemble Gradle: install it and try again.' >&2; exit 1; }

mkdir -p "$(dirname "$target")"
work=$(mktemp -d "$target.XXXXXX") # beside the target, so that the last step is an atomic rename
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
home=$work/home stub=$work/stub
mkdir -p "$home/bin" "$home/init.d" "$home/lib/plugins" "$stub"
cd "$work"

# 1. The artifacts.
{
    echo '<project><modelVersion>4.0.0</modelVersion>'
    echo '<groupId>bootstrap</groupId><artifactId>bootstrap</artifactId><version>1</version><dependencies>'
    while IFS=' :' read -r _ group name version; do
        echo "<dependency><groupId>$group</groupId><artifactId>$name</artifactId><version>$version</version></dependency>"
    done <"$here/artifacts.sha256"
    echo '</dependencies></project>'
} >pom.xml
mvn -q -B org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies -Dstyle.color=never \
    -DoutputDirectory=home/lib -DexcludeTransitive=true >&2
while IFS=' :' read -r sha256 _ name version; do
    echo "$sha256  home/lib/$name-$version.jar"
done <"$here/artifacts.sha256" | sha256sum -c --quiet - >&2
mv home/lib/gradle-api-8.8.jar .

# 2. One jar with every class of Gradle.
"${bin}java" "$here/Unrelocate.java" gradle-api-8.8.jar home/lib/gradle-all.jar stub

# 3. What gradle-api.jar lacks: the javac hook (so Java is never compiled incrementally), the agent, the Kotlin DSL.
for module in java-compiler-plugin installation-beacon instrumentation-agent; do
    : >"stub/gradle-$module-classpath.properties"
done
echo 'kotlin=1.9.22' >stub/gradle-kotlin-dsl-versions.properties
"${bin}javac" --release 17 -d stub "$here/IncrementalCompileTask.java"
cat >home/init.d/no-incremental-java.gradle <<'END'
allprojects { tasks.withType(JavaCompile).configureEach { options.incremental = false } }
END
echo 'org.gradle.internal.instrumentation.agent=false' >home/gradle.properties

# 4. Gradle looks for its modules and libraries by jar name: each name is a link to one stub that leads to gradle-all.jar.
names=$(
    cd stub
    ls | sed -n 's/-classpath\.properties$/-8.8.jar/p'
    sed -n 's/^runtime=//p' ./*-classpath.properties | tr -s ',\r' '\n' | sort -u
)
real=$(cd home/lib && ls ./*.jar | sed 's|^\./||' | paste -s -d , -)
for properties in stub/*-classpath.properties; do
    printf 'projects=\nruntime=%s\n' "$real" >"$properties"
done
echo 'Class-Path: gradle-all.jar' >manifest
"${bin}jar" cfm home/lib/gradle-stub.jar manifest -C stub .
for name in $names; do
    [ -e "home/lib/$name" ] || ln -s gradle-stub.jar "home/lib/$name"
done

[ -d "$target" ] || mv home "$target" # another build may have been first: its Gradle is as good as ours
