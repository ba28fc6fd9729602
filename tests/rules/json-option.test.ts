import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Command } from 'commander'
import { readProgram } from './documented-commands.ts'

/** A script that reads what a command says for people breaks with the next wording. */
const withoutJson = (command: Command): string[] =>
  command.commands.length > 0
    ? command.commands.flatMap((child) => withoutJson(child).map((name) => `${command.name()} ${name}`))
    : command.options.some(({ long }) => long === '--json')
      ? []
      : [command.name()]

test('every command prints for scripts with --json', async () => {
  assert.deepEqual(withoutJson(await readProgram()), [])
})

test('is caught: a command without it, however deep', () => {
  const program = new Command('grandstand')
  program.command('org').command('paint')
  program.command('audit').option('--json')
  assert.deepEqual(withoutJson(program), ['grandstand org paint'])
})
