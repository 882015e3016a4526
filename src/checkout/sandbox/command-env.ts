import { standInFolder } from "../stand-ins.ts";
import type { Toolchains } from "./toolchains.ts";

const bundle = "/etc/ssl/certs/ca-certificates.crt";

/** Where the proxy's forwarder listens inside the sandbox. */
export const forwarderPort = 3128;

/**
 * What a command finds in its environment before its own variables: what CI would give it, tool homes,
 * and writable places for tools that install "globally".
 */
export function baseEnv(home: string, tools: Toolchains): Record<string, string> {
  const own = [`${home}/.local/bin`, `${home}/.gem/bin`, `${home}/go/bin`, `${home}/.cargo/bin`];
  return {
    ...tools.env,
    PATH: [...own, ...tools.path, `${home}/${standInFolder}`].join(":"),
    HOME: home,
    USER: "avatar",
    LOGNAME: "avatar",
    LANG: "C.UTF-8",
    TERM: "dumb",
    TMPDIR: "/tmp",
    CI: "true",
    HUSKY: "0",
    GIT_TERMINAL_PROMPT: "0",
    GEM_HOME: `${home}/.gem`,
    npm_config_prefix: `${home}/.local`,
    npm_config_update_notifier: "false",
    PIP_BREAK_SYSTEM_PACKAGES: "1",
    PIP_DISABLE_PIP_VERSION_CHECK: "1",
  };
}

/** The spellings by which package managers are told of a proxy and of the system's certificates. */
export function proxyEnv(): Record<string, string> {
  const proxy = `http://127.0.0.1:${forwarderPort}`;
  const java = ["http", "https"].map((s) => `-D${s}.proxyHost=127.0.0.1 -D${s}.proxyPort=${forwarderPort}`);
  return {
    http_proxy: proxy,
    https_proxy: proxy,
    HTTP_PROXY: proxy,
    HTTPS_PROXY: proxy,
    no_proxy: "localhost,127.0.0.1,::1",
    NO_PROXY: "localhost,127.0.0.1,::1",
    npm_config_proxy: proxy,
    npm_config_https_proxy: proxy,
    YARN_HTTP_PROXY: proxy,
    YARN_HTTPS_PROXY: proxy,
    NODE_USE_ENV_PROXY: "1",
    JAVA_TOOL_OPTIONS: java.join(" "),
    NODE_EXTRA_CA_CERTS: bundle,
    SSL_CERT_FILE: bundle,
    REQUESTS_CA_BUNDLE: bundle,
    CURL_CA_BUNDLE: bundle,
    PIP_CERT: bundle,
    CARGO_HTTP_CAINFO: bundle,
    GIT_SSL_CAINFO: bundle,
  };
}
