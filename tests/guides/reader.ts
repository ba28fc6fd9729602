import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { exportOf } from './blocks.ts'

const root = join(import.meta.dirname, '..', '..')

type Output = { code: number | null; stdout: string; stderr: string }
/** Something that goes on running until the reader is done with the page. */
export type Running = { child: ChildProcess; output: () => string; ended: Promise<Output> }

export type GoesOn = {
  /** Settles once it does what it is for. */
  begun: (running: Running) => Promise<void>
  /** Which of those before it has the same port. */
  replaces?: RegExp
}

export type Surroundings = {
  /** Whatever of the reader's is not in an answer: a printed key, a mail. */
  find: (source: string, reader: Reader) => Promise<string>
  /** How the reader's machine differs from that of the page: ports that are free, what comes from a registry. */
  instead: (command: string) => string
  /** Commands that do not end by themselves. */
  goesOn: (command: string) => GoesOn | undefined
  /** What the page says itself that this command is answered with, where it is no success. */
  isRefused: (command: string) => boolean
}

/** A reader with a terminal who types what a page shows, and puts in what was answered where it says so. */
export class Reader {
  readonly #surroundings: Surroundings
  readonly #running = new Map<string, Running>()
  readonly #placeFile: string
  readonly environment: Record<string, string>
  folder: string
  lastAnswer = ''

  constructor(home: string, settings: Record<string, string>, surroundings: Surroundings) {
    this.#surroundings = surroundings
    this.#placeFile = join(home, '.place')
    this.folder = root
    this.environment = {
      PATH: [dirname(process.execPath), join(root, 'node_modules', '.bin'), process.env.PATH ?? ''].join(':'),
      HOME: home,
      TMPDIR: process.env.TMPDIR ?? '/tmp',
      npm_config_offline: 'true',
      npm_config_update_notifier: 'false',
      ...settings,
    }
  }

  async type(command: string): Promise<void> {
    const variable = exportOf(command)
    if (variable) {
      const { name, value, source } = variable
      this.environment[name] = source === undefined ? this.#surroundings.instead(value) : await this.#valueOf(source)
      return
    }
    if (command.includes('…')) throw new Error(`nobody can type this: ${command}`)
    const typed = this.#surroundings.instead(command)
    if (typed === '') return
    const goesOn = this.#surroundings.goesOn(command)
    if (goesOn) await this.#begin(command, typed, goesOn)
    else await this.#run(command, typed)
  }

  /** What a program of theirs prints. */
  async run(program: string, args: string[]): Promise<string> {
    const { code, stdout, stderr } = await this.#spawn(program, args).ended
    if (code !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${code}: ${stdout}${stderr}`)
    return stdout
  }

  outputOf(command: string): string {
    return [...this.#running].find(([begun]) => begun.includes(command))?.[1].output() ?? ''
  }

  /** Ends what goes on: all of it at the end of a page. */
  async leave(which = /(?:)/): Promise<void> {
    for (const [command, { child, ended }] of this.#running) {
      if (!which.test(command)) continue
      if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL')
      await ended
      this.#running.delete(command)
    }
  }

  async #valueOf(source: string): Promise<string> {
    const path = /^(\S+) in its answer$/.exec(source)?.[1]
    if (path === undefined) return this.#surroundings.find(source, this)
    let value: unknown = JSON.parse(this.lastAnswer)
    for (const step of path.split(/[.[\]]+/).filter((part) => part !== '')) {
      value = (value as Record<string, unknown> | null)?.[step]
    }
    if (typeof value !== 'string' && typeof value !== 'number')
      throw new Error(`${path} is not in the answer: ${this.lastAnswer.slice(0, 500)}`)
    return String(value)
  }

  async #run(command: string, typed: string): Promise<void> {
    // curl takes a refusal for a success, and a reader does not.
    const curl = 'curl() { command curl --silent --show-error --fail-with-body "$@"; }'
    const script = `${curl}\n${typed}\nstatus=$?; pwd > "$PLACE"; exit $status`
    const { code, stdout, stderr } = await this.#spawn('sh', ['-c', script], { PLACE: this.#placeFile }).ended
    if ((code !== 0) !== this.#surroundings.isRefused(command))
      throw new Error(`${command}\nended with ${code}: ${stdout.slice(0, 2000)}${stderr.slice(0, 2000)}`)
    this.folder = (await readFile(this.#placeFile, 'utf8')).trim()
    this.lastAnswer = stdout
  }

  async #begin(command: string, typed: string, { begun, replaces }: GoesOn): Promise<void> {
    if (replaces) await this.leave(replaces)
    const running = this.#spawn('sh', ['-c', typed])
    this.#running.set(command, running)
    const died = running.ended.then(({ code, stdout, stderr }) => {
      throw new Error(`${command}\nended by itself with ${code}: ${stdout}${stderr}`)
    })
    await Promise.race([begun(running), died])
    died.catch(() => undefined)
  }

  #spawn(program: string, args: string[], more: Record<string, string> = {}): Running {
    const child = spawn(program, args, {
      cwd: this.folder,
      env: { ...this.environment, ...more },
      stdio: ['ignore', 'pipe', 'pipe'],
      // A group of its own, so that what a command has started ends with it.
      detached: true,
    })
    let [stdout, stderr] = ['', '']
    child.stdout.on('data', (chunk) => {
      stdout += chunk
    })
    child.stderr.on('data', (chunk) => {
      stderr += chunk
    })
    const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, stdout, stderr }))
    return { child, ended, output: () => stdout + stderr }
  }
}
