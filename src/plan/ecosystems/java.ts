import type { Ecosystem } from "./ecosystem.ts";

export const java: Ecosystem = {
  name: "java",
  rules: [
    {
      program: "mvn mvnw mvnd",
      task: `
        deploy release:prepare release:perform jreleaser:release nexus-staging:release site-deploy
        scm-publish:publish-scm jgitver`,
      role: "publish",
    },
    {
      program: "mvn mvnw mvnd",
      task: `
        spotless:apply fmt:format formatter:format versions:set *:set license:format spring-javaformat:apply
        git-code-format:format-code`,
      role: "write",
    },
    {
      program: "mvn mvnw mvnd",
      task: "install package verify",
      with: "-DskipTests -Dmaven.test.skip",
      role: "build",
    },
    {
      program: "mvn mvnw mvnd",
      task: "test verify integration-test surefire:test failsafe:integration-test",
      role: "test",
    },
    { program: "mvn mvnw mvnd", task: "install package", role: "test" },
    {
      program: "mvn mvnw mvnd",
      task: `
        checkstyle:check spotbugs:check pmd:check spotless:check fmt:check formatter:validate
        license:check apache-rat:check enforcer:enforce javadoc:javadoc javadoc:aggregate javadoc:jar site
        japicmp:cmp spring-javaformat:validate validate sortpom:verify dependency:analyze errorprone:check
        pmd:cpd-check revapi:check`,
      role: "lint",
    },
    { program: "mvn mvnw mvnd", task: "compile test-compile", role: "build" },
    {
      program: "mvn mvnw mvnd",
      task: `
        dependency:go-offline dependency:resolve dependency:resolve-plugins wrapper:wrapper
        de.qaware.maven:go-offline-maven-plugin:resolve-dependencies`,
      role: "setup",
    },
    {
      program: "mvn mvnw mvnd",
      task: `
        clean help:evaluate versions:display-dependency-updates dependency:tree exec:java spring-boot:run
        jacoco:report help:effective-pom`,
      role: "inspect",
    },
    { program: "mvn mvnw mvnd", bare: true, role: "test" },
    { program: "gradle gradlew", with: "--version --status --stop -v", role: "inspect" },
    {
      program: "gradle gradlew",
      task: `
        publish publishPlugins publishToSonatype closeAndReleaseSonatypeStagingRepository
        closeAndReleaseStagingRepositories githubRelease uploadArchives release
        publishAllPublicationsToMavenCentralRepository publishAndReleaseToMavenCentral jreleaserRelease
        dockerPush releaseSummary artifactoryPublish bintrayUpload publishPlugin`,
      role: "publish",
    },
    {
      program: "gradle gradlew",
      task: `
        spotlessApply formatKotlin ktlintFormat format apiDump kotlinUpgradeYarnLock googleJavaFormat`,
      role: "write",
    },
    { program: "gradle gradlew", task: "bootRun run appRun", role: "hang" },
    { program: "gradle gradlew", task: "assemble", with: "-x", role: "build" },
    {
      program: "gradle gradlew",
      task: `
        test check build integrationTest integTest allTests jvmTest nativeTest functionalTest
        testDebugUnitTest testReleaseUnitTest connectedCheck koverVerify jacocoTestReport testAll
        coverageReport jsTest testDebug unitTest testUnit verify`,
      role: "test",
    },
    {
      program: "gradle gradlew",
      task: `
        spotlessCheck checkstyleMain checkstyle pmdMain spotbugsMain detekt ktlintCheck lint lintDebug
        lintKotlin apiCheck javadoc dokkaHtml verifyGoogleJavaFormat codenarc lintRelease checkFormat
        buildHealth detektMain verifyPlugin licenseCheck animalsnifferMain validatePlugins checkstyleTest
        verifyPaparazziDebug rat japicmp`,
      role: "lint",
    },
    {
      program: "gradle gradlew",
      task: `
        assemble classes compileJava compileKotlin jar shadowJar assembleDebug assembleRelease testClasses
        compileTestJava bundleDebug installDist distZip bootJar publishToMavenLocal nativeCompile
        assembleDebugAndroidTest compileTestKotlin war`,
      role: "build",
    },
    {
      program: "gradle gradlew",
      task: "dependencies wrapper tasks help clean projects properties",
      role: "inspect",
    },
    {
      program: "ant",
      task: "test tests check verify junit test-* *-test *-tests run-tests unit-* *_test *Test*",
      role: "test",
    },
    { program: "ant", task: "checkstyle *-lint lint pmd spotbugs *-checks", role: "lint" },
    { program: "ant", task: "deploy publish release", role: "publish" },
    { program: "ant", role: "build" },
    {
      program: "ktlint detekt google-java-format",
      with: "--fix -F --format --replace -i",
      role: "write",
    },
    { program: "ktlint detekt", role: "lint" },
    { program: "google-java-format", with: "--dry-run -n --set-exit-if-changed", role: "lint" },
    { program: "java javac sdk cs keytool", role: "inspect" },
  ],
  tasks: [
    {
      program: "mvn mvnw mvnd",
      source: "name",
      valued: ["-f", "-pl", "-P", "-s", "-T", "--file", "--projects"],
    },
    {
      program: "gradle gradlew",
      source: "name",
      valued: ["-b", "-p", "--project-dir", "-c", "--settings-file", "-I", "--init-script"],
    },
  ],
  valued: {
    gradle: ["-p", "-x", "-I", "-c", "-b", "--project-dir", "--max-workers"],
    gradlew: ["-p", "-x", "-I", "-c", "-b", "--project-dir", "--max-workers"],
    mvn: [
      "-f",
      "-pl",
      "-P",
      "-s",
      "-T",
      "-rf",
      "-gs",
      "--file",
      "--projects",
      "--settings",
      "--threads",
      "--activate-profiles",
    ],
    mvnw: [
      "-f",
      "-pl",
      "-P",
      "-s",
      "-T",
      "-rf",
      "--file",
      "--projects",
      "--settings",
      "--threads",
      "--activate-profiles",
    ],
  },
};
