// The client of Visual Studio Code's own adapter tests debugs a FOCAL program and a PAL program.
//
//     node debug.js FOCAL8 EXTENSION
//
// FOCAL8 is the program, EXTENSION the folder of the unpacked extension, whose package.json and extension.js are used.

const assert = require('node:assert');
const fs = require('node:fs');
const Module = require('node:module');
const os = require('node:os');
const path = require('node:path');
const { test } = require('node:test');
const { DebugClient } = require('@vscode/debugadapter-testsupport');

const [focal8, extension] = process.argv.slice(2).map((name) => path.resolve(name));
const manifest = JSON.parse(fs.readFileSync(path.join(extension, 'package.json'), 'utf8'));
const [contributed] = manifest.contributes.debuggers;
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'focal8-vscode-'));
process.on('exit', () => fs.rmSync(folder, { recursive: true }));

const FOCAL = `01.10 FOR I=1,3;DO 2
01.20 TYPE "DONE",!
01.30 QUIT
02.10 SET J=J+I;SET K=J
`;
const PAL = `*200
START,  CLA CLL
        JMS ADD

        HLT
ADD,    0
        ISZ COUNT
        JMP I ADD
COUNT,  0
$
`;

/** Writes a program, and returns its path. */
function file(name, text) {
  const written = path.join(folder, name);
  fs.writeFileSync(written, text);
  return written;
}

/** Returns the arguments of the extension's first configuration, for a program. */
function configuration(program, more = {}) {
  return { ...contributed.initialConfigurations[0], program, ...more };
}

/** Runs a test with a client whose adapter is what the extension starts. */
function debugging(name, body) {
  test(name, { timeout: 60_000 }, async () => {
    const client = new DebugClient(focal8, 'dap', contributed.type);
    await client.start();
    try {
      await body(client);
    } finally {
      await client.stop();
    }
  });
}

test('the extension starts the program of its setting', () => {
  let factory;
  let provider;
  const stub = {
    workspace: { getConfiguration: (section) => ({ get: (name) => (`${section}.${name}` === 'focal8.path' ? '/a/b' : '') }) },
    window: { activeTextEditor: { document: { languageId: 'pal' } } },
    debug: {
      registerDebugAdapterDescriptorFactory: (_type, made) => { factory = made; },
      registerDebugConfigurationProvider: (_type, made) => { provider = made; },
    },
    DebugAdapterExecutable: class { constructor(command, args) { Object.assign(this, { command, args }); } },
  };
  const load = Module._load;
  Module._load = (name, ...rest) => (name === 'vscode' ? stub : load(name, ...rest));
  require(path.join(extension, manifest.main)).activate({ subscriptions: [] });
  Module._load = load;
  assert.deepEqual({ ...factory.createDebugAdapterDescriptor() }, { command: '/a/b', args: ['dap'] });
  assert.equal(provider.resolveDebugConfiguration(undefined, {}).type, contributed.type);
  assert.deepEqual(provider.resolveDebugConfiguration(undefined, { type: 'other' }), { type: 'other' });
});

test('every file that the manifest names is in the extension', () => {
  const { languages, grammars } = manifest.contributes;
  const named = [manifest.main, ...languages.map((one) => one.configuration), ...grammars.map((one) => one.path)];
  named.forEach((name) => assert.ok(fs.existsSync(path.join(extension, name)), name));
  languages.forEach((one) => JSON.parse(fs.readFileSync(path.join(extension, one.configuration), 'utf8')));
  assert.deepEqual(contributed.languages, languages.map((one) => one.id));
});

debugging('a FOCAL program stops at a breakpoint and runs to its end', async (client) => {
  const program = file('program.fc', FOCAL);
  await client.hitBreakpoint(configuration(program, { stopOnEntry: false }), { path: program, line: 4 });
  const stack = await client.stackTraceRequest({ threadId: 1 });
  assert.equal(stack.body.stackFrames.length, 3);
  const value = await client.evaluateRequest({ expression: 'I', context: 'watch' });
  assert.equal(value.body.result, '1');
  await client.setBreakpointsRequest({ source: { path: program }, breakpoints: [] });
  await Promise.all([client.continueRequest({ threadId: 1 }), client.waitForEvent('terminated')]);
});

debugging('a FOCAL program steps forward and back', async (client) => {
  const program = file('program.fc', FOCAL);
  const location = (line) => ({ path: program, line });
  await Promise.all([
    client.configurationSequence(), client.launch(configuration(program)),
    client.assertStoppedLocation('entry', location(1)),
  ]);
  await Promise.all([client.nextRequest({ threadId: 1 }), client.assertStoppedLocation('step', location(2))]);
  await Promise.all([client.stepBackRequest({ threadId: 1 }), client.assertStoppedLocation('step', location(1))]);
  await Promise.all([client.continueRequest({ threadId: 1 }), client.assertOutput('stdout', 'DONE\n')]);
});

debugging('a PAL program stops at a breakpoint that has moved', async (client) => {
  const program = file('program.pal', PAL);
  await client.hitBreakpoint(
    configuration(program, { stopOnEntry: false }),
    { path: program, line: 4 }, { line: 5 }, { line: 5, verified: true },
  );
  const scopes = await client.scopesRequest({ frameId: 1 });
  assert.deepEqual(scopes.body.scopes.map((scope) => scope.name), ['Registers', 'Labels', 'Time']);
  const labels = await client.variablesRequest({ variablesReference: scopes.body.scopes[1].variablesReference });
  assert.equal(labels.body.variables.find((row) => row.name === 'COUNT').value, '0001');
  const [reply] = await Promise.all([client.waitForEvent('stopped'), client.continueRequest({ threadId: 1 })]);
  assert.equal(reply.body.text, 'HLT at 00202 START+2');
});

debugging('a PAL program steps into, out of and back over a subroutine', async (client) => {
  const program = file('program.pal', PAL);
  const at = (line) => client.assertStoppedLocation('step', { path: program, line });
  await Promise.all([
    client.configurationSequence(), client.launch(configuration(program)),
    client.assertStoppedLocation('entry', { path: program, line: 2 }),
  ]);
  await Promise.all([client.nextRequest({ threadId: 1 }), at(3)]);
  await Promise.all([client.stepInRequest({ threadId: 1 }), at(7)]);
  await Promise.all([client.stepOutRequest({ threadId: 1 }), at(5)]);
  await Promise.all([client.stepBackRequest({ threadId: 1 }), at(3)]);
});

debugging('errors of the assembler have their lines', async (client) => {
  const program = file('wrong.pal', '*200\n        TAD NOWHERE\n$\n');
  const output = client.waitForEvent('output');
  await client.initializeRequest();
  await assert.rejects(client.launchRequest(configuration(program)), /wrong\.pal:2:13: NOWHER is not defined/);
  const { body } = await output;
  assert.deepEqual([body.category, body.line, body.source.path], ['stderr', 2, program]);
});
