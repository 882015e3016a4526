// Runs inside the sandbox: PORT SOCKET COMMAND [ARGUMENT…]. Listens on loopback, passes every connection on to
// the socket, starts the command and ends as it does.
import { spawn } from "node:child_process";
import { connect, createServer } from "node:net";
import { constants } from "node:os";

const [port, socket = "", command = "", ...args] = process.argv.slice(2);

const server = createServer({ allowHalfOpen: true }, (client) => {
  const upstream = connect({ path: socket, allowHalfOpen: true });
  client.on("error", () => upstream.destroy());
  upstream.on("error", () => client.destroy());
  client.on("close", () => upstream.destroy());
  client.pipe(upstream).pipe(client);
});

server.listen(Number(port), "127.0.0.1", () => {
  const child = spawn(command, args, { stdio: "inherit" });
  child.on("error", (error) => {
    process.stderr.write(`${command}: ${error.message}\n`);
    process.exit(127);
  });
  child.on("exit", (code, signal) => {
    process.exit(code ?? 128 + (signal === null ? 0 : constants.signals[signal]));
  });
});
