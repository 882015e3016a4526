import type { Ecosystem } from "./ecosystem.ts";

/** The machine itself: coreutils, git, package managers, containers, clouds, and linters of shell, YAML, prose. */
export const machine: Ecosystem = {
  name: "machine",
  rules: [
    {
      program: `
        shellcheck actionlint hadolint markdownlint-cli mdl vale alex proselint write-good
        editorconfig-checker ec eclint checkbashisms checkmake gitleaks kubeconform kubeval kube-linter
        conftest checkov tfsec tflint vint woke spectral license-eye xmllint desktop-file-validate
        appstreamcli puppet-lint cfn-lint sqruff dotenv-linter regal`,
      role: "lint",
    },
    { program: "shfmt", with: "-w --write", role: "write" },
    { program: "shfmt", with: "-d --diff -l --list", role: "lint" },
    { program: "shfmt yamlfmt", with: "-lint -dry", role: "lint" },
    { program: "shfmt yamlfmt", role: "write" },
    { program: "terraform tofu terragrunt", sub: "fmt, hclfmt", with: "-check --check", role: "lint" },
    { program: "terraform tofu", sub: "validate", role: "lint" },
    { program: "terraform tofu", sub: "test", role: "test" },
    { program: "terraform tofu", sub: "init, get", role: "setup" },
    { program: "terraform tofu terragrunt pulumi cdk sam serverless sls", role: "publish" },
    { program: "helm", sub: "lint, template, unittest", role: "lint" },
    { program: "ct", sub: "lint", role: "lint" },
    {
      program: `
        helm kubectl kustomize aws gcloud az heroku fly flyctl gh hub glab s3cmd rclone rsync scp ssh sftp
        lftp snapcraft rcodesign cosign codecov codecovcli coveralls codeclimate cc-test-reporter
        sonar-scanner snyk fossa docker-compose-push sentry-cli skopeo crane oras minisign gpg kind k3d
        minikube eksctl doctl twine butler`,
      role: "publish",
    },
    { program: "git", sub: "push", role: "publish" },
    { program: "git", sub: "diff", with: "--exit-code --quiet --check", role: "lint" },
    { program: "git", sub: "diff-index, diff-files", with: "--exit-code --quiet", role: "lint" },
    {
      program: "git",
      sub: `
        commit, tag, merge, rebase, reset, stash, checkout, switch, restore, apply, am, rm, mv, clean,
        cherry-pick, revert`,
      role: "write",
    },
    { program: "git", sub: "submodule, clone, lfs, fetch, pull, worktree", role: "setup" },
    { program: "git", role: "inspect" },
    {
      program: "docker podman nerdctl buildah",
      sub: "push, login, buildx imagetools, manifest push, compose push",
      role: "publish",
    },
    { program: "docker podman", with: "--push", role: "publish" },
    {
      program: "docker podman nerdctl buildah",
      sub: "build, buildx build, buildx bake, compose build, image build",
      role: "build",
    },
    {
      program: "docker podman",
      sub: `
        compose up, compose pull, pull, network, volume, compose config, start, create, load, import`,
      role: "setup",
    },
    { program: "docker-compose", sub: "up, pull, config, build, start", role: "setup" },
    {
      program: "docker podman docker-compose nerdctl",
      sub: `
        ps, logs, info, version, images, inspect, save, cp, stop, rm, kill, down, compose down,
        compose logs, compose ps, compose stop, tag, image, system, rmi`,
      role: "inspect",
    },
    {
      program: `
        apt-get apt aptitude apk yum dnf pacman zypper brew choco snap flatpak dpkg port scoop winget
        add-apt-repository apt-key update-alternatives pkg emerge xbps-install asdf aqua proto
        apt-mark iptables ip locale-gen nix-env cachix`,
      role: "setup",
    },
    {
      program: `
        mkdir wget tar unzip gunzip 7z install chmod chown ln touch ssh-add ssh-keygen ssh-keyscan openssl
        mkcert createdb psql mysql mysqladmin mongosh redis-server service systemctl sysctl ulimit udevadm
        modprobe locale envsubst protoc createuser pg_ctl pg_isready cp swapon mount sqlite3 groupadd
        useradd usermod`,
      role: "setup",
    },
    {
      program: "mise",
      sub: "install, i, use, u, trust, settings, plugins, plugin, sync, reshim, activate, prune, upgrade, up",
      role: "setup",
    },
    { program: "mise", sub: "fmt", with: "--check", role: "lint" },
    { program: "mise", sub: "watch, w", role: "hang" },
    { program: "mise", sub: "generate", role: "write" },
    {
      program: "mise",
      sub: "doctor, ls, list, env, en, version, tasks, config, cache, current, which, where, self-update",
      role: "inspect",
    },
    {
      program: "node npm pnpm yarn bun ruby php java go gcc clang pandoc swift dart perl cmake make git",
      bare: true,
      with: "-v -version",
      role: "inspect",
    },
    { program: "curl", with: "-X --request -d --data --upload-file -T -F --form", role: "publish" },
    { program: "curl", role: "setup" },
    { program: "sed", with: "-i --in-place -i.bak -i~ -i''", role: "write" },
    { program: "patch dos2unix unix2dos", role: "write" },
    {
      program: `
        echo printf cat ls pwd env printenv which type whoami date uname df du free ps sleep true : false
        exit return head tail wc sort uniq tee awk sed tr cut find xargs jq yq rm rmdir mv export unset
        set shopt local declare readonly source . eval trap wait kill pkill cd pushd popd read let
        hostname id nproc lscpu lsb_release sw_vers file stat basename dirname realpath readlink sha256sum shasum
        md5sum base64 seq expr ping nslookup dig lsof ldd nm strip zip gzip xz bzip2 clear tput history
        alias break continue shift hyperfine tree tmux screen tokei cloc scc sync cowsay figlet less more
        column paste rev hexdump xxd od strings otool codesign security open test [ grep egrep fgrep rg ag
        diff cmp comm mktemp dd truncate nohup jobs fg bg disown exec command builtin hash typeset getopts`,
      role: "inspect",
    },
    { program: "systemd-run dbus-launch", role: "inspect" },
    { program: "nginx httpd caddy ngrok watchexec entr firewalk", role: "hang" },
    {
      program: "linkchecker lychee awesome_bot markdown-link-check linkinator htmltest muffet blc liche",
      role: "inspect",
    },
    { program: "hugo zola antora asciidoctor pandoc doxygen quarto", role: "build" },
    { program: "hugo", sub: "server", role: "hang" },
  ],
  wrappers: [
    { program: "sudo", valued: ["-u", "--user", "-g", "--group", "-h"] },
    { program: "env", valued: ["-u", "-C", "-S"] },
    {
      program: `
        time nice ionice nohup setsid exec command builtin stdbuf unbuffer chronic doas caffeinate setarch
        linux32 linux64 strace ltrace catchsegv eatmydata fakeroot proxychains faketime-none
        dbus-run-session dbus-launch xvfb-run xvfb-maybe headless winpty rosetta`,
      valued: [
        "-n",
        "-c",
        "-o",
        "-e",
        "-i",
        "-s",
        "--server-args",
        "--server-num",
        "-f",
        "--auth-file",
        "--error-file",
      ],
    },
    {
      program: "timeout gtimeout retry faketime",
      valued: ["-s", "--signal", "-k", "--kill-after"],
      skip: 1,
    },
    { program: "xargs", valued: ["-n", "-P", "-I", "-L", "-d", "-a", "-s", "-E"] },
    { program: "asdf hermit aqua", sub: "exec" },
    { program: "direnv", sub: "exec", skip: 1 },
    { program: "mise rtx", sub: "exec", behind: ["--", "-c", "--command"] },
    { program: "mise rtx", sub: "x", behind: ["--", "-c", "--command"] },
    { program: "doppler op dotenvx", sub: "run" },
    {
      program: "bash sh zsh dash ksh",
      valued: ["-o", "-O", "--rcfile", "--init-file"],
      line: "-c",
    },
    { program: "script", line: "-c" },
  ],
  tasks: [
    {
      program: "mise",
      sub: "run, r, tasks run",
      source: "mise",
      single: true,
      valued: ["-C", "--cd", "-j", "--jobs"],
    },
    { program: "mise", source: "mise", single: true },
  ],
  valued: {
    git: ["-C", "-c", "--git-dir", "--work-tree"],
    docker: ["--context", "-H"],
    curl: ["-o", "--output", "-H", "--header"],
  },
};
