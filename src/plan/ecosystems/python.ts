import { names } from "./ecosystem.ts";
import type { Ecosystem } from "./ecosystem.ts";

export const python: Ecosystem = {
  name: "python",
  rules: [
    { program: "pytest py.test", with: "--collect-only --co --fixtures --version", role: "inspect" },
    {
      program: `
        pytest py.test unittest nose2 nosetests doctest behave robot pybot trial green ward stestr
        testtools.run xdoctest sybil runtests.py pytest-runner snakemake-test`,
      role: "test",
    },
    { program: "ptw", role: "hang" },
    { program: "ruff", sub: "check", with: "--fix --fix-only --unsafe-fixes --watch", role: "write" },
    { program: "ruff", sub: "format", with: "--check --diff", role: "lint" },
    { program: "ruff", sub: "format", role: "write" },
    { program: "ruff", rewrites: "--fix", role: "lint" },
    {
      program: `
        black isort yapf docformatter usort ufmt blue darker add-trailing-comma pyupgrade autopep8
        autoflake mdformat cog unify ssort pyproject-fmt toml-sort taplo`,
      with: "--check --check-only -c --diff -d --exit-code",
      role: "lint",
    },
    { program: "ufmt usort taplo", sub: "check, diff, lint", role: "lint" },
    {
      program: `
        black isort yapf docformatter usort ufmt blue darker pyupgrade autopep8 autoflake mdformat cog
        unify ssort pyproject-fmt toml-sort taplo`,
      role: "write",
    },
    { program: "pre-commit pre_commit prek", sub: "install, install-hooks", role: "setup" },
    {
      program: "pre-commit pre_commit prek",
      sub: "autoupdate, auto-update, gc, clean, uninstall",
      role: "write",
    },
    { program: "pre-commit pre_commit prek", sub: "run", role: "lint" },
    { program: "pre-commit pre_commit prek", role: "inspect" },
    { program: "sqlfluff", sub: "fix, format", role: "write" },
    {
      program: `
        flake8 pylint pyflakes pycodestyle pydocstyle bandit vulture codespell interrogate darglint doc8
        rstcheck sphinx-lint yamllint check-manifest pyroma validate-pyproject deptry lint-imports
        flakehell flakeheaven pylama prospector xenon djlint curlylint refurb semgrep reuse abi3audit
        restructuredtext-lint cmakelint cmake-lint cpplint sqlfluff zizmor ansible-lint fawltydeps
        slotscheck pep8 compileall py_compile cffconvert check-jsonschema check-wheel-contents gitlint check-sdist validate-pyproject-schema-store
        pydoclint pydocstringformatter ssort-check numpydoc cruft import-linter ruff-check`,
      rewrites: "-w --write-changes -i",
      role: "lint",
    },
    { program: "twine", sub: "check", role: "lint" },
    { program: "dmypy", sub: "stop, start, restart, kill", role: "inspect" },
    {
      program: "mypy dmypy pyright basedpyright pytype pyre ty zuban pyrefly stubtest mypy.stubtest",
      role: "typecheck",
    },
    { program: "tox nox", with: "-l --list -a --listenvs --listenvs-all --notest -n", role: "setup" },
    { program: "tox", sub: "list, config, l, c, quickstart, devenv, d", role: "inspect" },
    { program: "hatch", sub: "fmt", with: "--check", role: "lint" },
    { program: "hatch", sub: "fmt", role: "write" },
    { program: "hatch", sub: "test", role: "test" },
    { program: "hatch", sub: "build", role: "build" },
    { program: "hatch", sub: "publish, version", role: "publish" },
    { program: "hatch", sub: "env, dep, config, self, python", role: "setup" },
    {
      program: "coverage",
      sub: "report, xml, html, combine, erase, json, lcov, debug, annotate",
      role: "inspect",
    },
    {
      program: `
        pip pip3 pipx conda mamba micromamba easy_install ensurepip pip-sync venv virtualenv pyenv
        pip-tools playwright-python`,
      sub: `
        uninstall, list, freeze, check, show, cache, config, download, wheel, debug, --version, info,
        compile`,
      role: "inspect",
    },
    {
      program: `
        pip pip3 pipx conda mamba micromamba easy_install ensurepip pip-sync venv virtualenv pyenv`,
      role: "setup",
    },
    { program: "pip-compile", role: "write" },
    { program: "pipenv", sub: "install, sync, update", role: "setup" },
    { program: "pipenv", sub: "check, verify", role: "lint" },
    {
      program: "poetry",
      sub: `
        install, sync, update, lock, config, self, env, add, export, cache, show, remove, init, new, about`,
      role: "setup",
    },
    { program: "poetry", sub: "check", role: "lint" },
    { program: "poetry", sub: "build", role: "build" },
    { program: "poetry", sub: "publish, version", role: "publish" },
    {
      program: "pdm",
      sub: "install, sync, update, use, venv, self, add, export, lock, plugin",
      role: "setup",
    },
    { program: "pdm pixi", sub: "info, list, show, tree, config", role: "inspect" },
    { program: "pixi", sub: "install, update, add, global, reinstall", role: "setup" },
    { program: "pixi", sub: "lock", with: "--check", role: "lint" },
    { program: "pixi", sub: "build", role: "build" },
    { program: "pixi", sub: "upload, publish", role: "publish" },
    { program: "pdm", sub: "build", role: "build" },
    { program: "pdm", sub: "lock", with: "--check", role: "lint" },
    { program: "pdm", sub: "publish, bump", role: "publish" },
    { program: "rye", sub: "sync, install, fetch, pin, self, add, config", role: "setup" },
    { program: "rye", sub: "test", role: "test" },
    { program: "rye", sub: "lint", with: "--fix", role: "write" },
    { program: "rye", sub: "lint", role: "lint" },
    { program: "rye", sub: "fmt", with: "--check", role: "lint" },
    { program: "rye", sub: "fmt", role: "write" },
    { program: "rye", sub: "build", role: "build" },
    { program: "rye", sub: "publish", role: "publish" },
    { program: "uv", sub: "publish", role: "publish" },
    { program: "uv", sub: "build", role: "build" },
    { program: "uv", sub: "lock", with: "--check --locked", role: "lint" },
    { program: "uv", sub: "format", with: "--check", role: "lint" },
    {
      program: "uv",
      sub: `
        sync, pip, venv, python, tool install, tool upgrade, lock, add, export, self, cache, init, remove,
        tree, version`,
      role: "setup",
    },
    { program: "flit", sub: "install", role: "setup" },
    { program: "flit", sub: "build", role: "build" },
    {
      program: `
        flit twine smokeshow bump2version bumpversion bump-my-version ghp-import semantic-release
        coveralls codecov asv`,
      role: "publish",
    },
    {
      program: "build pyproject-build cibuildwheel mkdocs sphinx-build sphinx maturin zensical",
      sub: "gh-deploy, publish, upload",
      role: "publish",
    },
    { program: "mkdocs sphinx-autobuild zensical", sub: "serve", role: "hang" },
    { program: "maturin", sub: "develop", role: "setup" },
    { program: "maturin mkdocs zensical", sub: "build", role: "build" },
    { program: "build pyproject-build sphinx-build sphinx", role: "build" },
    { program: "mike", role: "publish" },
    { program: "towncrier", sub: "check", role: "lint" },
    { program: "jupyter-book", sub: "build", role: "build" },
    { program: "setup.py", sub: "test, pytest", role: "test" },
    { program: "setup.py", sub: "install, develop, build_ext, egg_info", role: "setup" },
    { program: "setup.py", sub: "check", role: "lint" },
    { program: "setup.py", sub: "sdist, bdist_wheel, build", role: "build" },
    { program: "setup.py", sub: "upload, register", role: "publish" },
    { program: "manage.py django-admin django", sub: "test", role: "test" },
    {
      program: "manage.py django-admin django",
      sub: "check, makemigrations --check, makemigrations --dry-run",
      role: "lint",
    },
    { program: "manage.py", sub: "runserver", role: "hang" },
    { program: "manage.py", sub: "migrate, collectstatic, compilemessages", role: "setup" },
    { program: "mitmdump", role: "hang" },
    { program: "python python3", with: "--version -V -VV -c", role: "inspect" },
    { program: "http.server site sysconfig platform timeit", role: "inspect" },
  ],
  wrappers: [
    {
      program: "python python2 python3 pypy pypy3 py",
      valued: ["-W", "-X", "--check-hash-based-pycs"],
      itself: ["-c", "-V", "-VV"],
      module: "-m",
    },
    {
      program: "coverage",
      sub: "run",
      valued: ["--source", "--omit", "--include", "--rcfile", "--data-file", "--context", "--concurrency"],
      module: "-m",
    },
    {
      program: "uv",
      sub: "run",
      valued: [
        "--with",
        "--with-editable",
        "--with-requirements",
        "--extra",
        "--group",
        "--only-group",
        "--no-group",
        "--python",
        "-p",
        "--package",
        "--env-file",
        "--directory",
        "--project",
        "--index-url",
        "--resolution",
        "--isolated-from",
        "--no-extra",
      ],
      module: "-m",
    },
    {
      program: "uvx",
      valued: ["--with", "--from", "--python", "-p", "--with-editable", "--index-url", "--with-requirements"],
    },
    { program: "uv", sub: "tool run", valued: ["--with", "--from", "--python", "-p"] },
    {
      program: "poetry pipenv",
      sub: "run",
      valued: ["-e", "--environment", "-C", "--directory", "-P", "--project", "--manifest-path"],
    },
    { program: "pipx", sub: "run", valued: ["--spec", "--python", "--pip-args"] },
    { program: "conda mamba micromamba", sub: "run", valued: ["-n", "--name", "-p", "--prefix"] },
    { program: "slipcover", valued: ["--source", "--omit", "--out"], module: "-m" },
    { program: "catchsegv py-spy memray" },
  ],
  tasks: [
    {
      program: "tox",
      sub: "run, r, run-parallel, p",
      source: "tox",
      valued: [
        "-c",
        "--conf",
        "-x",
        "--override",
        "--installpkg",
        "--workdir",
        "-p",
        "--parallel",
        "--result-json",
        "--root",
        "-o",
        "--skip-env",
      ],
    },
    {
      program: "tox",
      source: "tox",
      valued: [
        "-c",
        "--conf",
        "-x",
        "--override",
        "--installpkg",
        "--workdir",
        "-p",
        "--parallel",
        "--result-json",
        "--root",
        "--skip-env",
      ],
    },
    {
      program: "nox",
      source: "tox",
      valued: ["-f", "--noxfile", "-r", "--python", "-p", "-db", "--default-venv-backend", "-k"],
    },
    { program: "hatch", sub: "run", source: "pyproject", single: true, valued: ["-e", "--env"] },
    { program: "pdm", sub: "run", source: "pyproject", single: true, valued: ["-p", "--project", "--venv"] },
    { program: "rye", sub: "run", source: "pyproject", single: true, valued: ["-p", "--pyproject"] },
    {
      program: "pixi",
      sub: "run, r",
      source: "pyproject",
      single: true,
      valued: ["-e", "--environment", "--manifest-path", "-m", "--color", "--concurrent-downloads"],
    },
    { program: "poe poethepoet taskipy task-ipy", source: "pyproject" },
    { program: "invoke inv doit pyinvoke duty fab", source: "name", valued: ["-c"] },
  ],
  valued: {
    poetry: ["-C", "--directory", "-P", "--project"],
    uv: ["--directory", "--project"],
    hatch: ["-e", "--env", "-p", "--project"],
    pdm: ["-p", "--project"],
    codespell: ["-I", "--ignore-words", "-L", "-S", "--skip"],
  },
};

/** Tools that are their own module: `pytest` is `python -m pytest`, also when it is not on the PATH. */
export const PYTHON_MODULES: readonly string[] = names(`
  pytest mypy ruff flake8 pylint pyflakes pycodestyle pydocstyle black isort bandit vulture yapf
  tox nox coverage nose2 build twine sphinx pyright yamllint behave autopep8 autoflake
  docformatter mkdocs interrogate doc8 validate_pyproject prospector
`);
