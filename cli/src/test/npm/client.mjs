// The protocol's reference client, led by a specification: what to call is a line of JSON, what came of it another.
import { createInterface } from 'node:readline';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

const server = JSON.parse(process.argv[2]);
const transport = server.url
  ? new StreamableHTTPClientTransport(new URL(server.url), { requestInit: { headers: server.headers } })
  : new StdioClientTransport(server);
const client = new Client({ name: 'snapdsl-specification', version: '1' });
await client.connect(transport);
for await (const line of createInterface({ input: process.stdin })) {
  const { method, params } = JSON.parse(line);
  let answer;
  try {
    answer = { result: (await client[method](params)) ?? null };
  } catch (error) {
    answer = { error: error.message, code: error.code };
  }
  console.log(JSON.stringify(answer));
}
await client.close();
