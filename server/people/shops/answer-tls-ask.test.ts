import assert from 'node:assert/strict'
import { test } from 'node:test'
import Fastify from 'fastify'
import type { Sql } from '../../platform/postgres/database.ts'
import { answerTlsAsk } from './answer-tls-ask.ts'

const state = { lookups: 0, nowMs: 0 }
const PROVEN = 'tickets.harbour.example'
/** A database that knows one host, and counts how often it is asked. */
const sql = (async (_text: TemplateStringsArray, host: string) => {
  state.lookups += 1
  return host === PROVEN ? [{ org_id: 1 }] : []
}) as unknown as Sql

const app = Fastify({ trustProxy: true })
answerTlsAsk(app, { sql, publicUrl: 'https://grandstand.example', systemClock: () => new Date(state.nowMs) })

const ask = async (domain: string, remoteAddress = '127.0.0.1', headers: Record<string, string> = {}) =>
  (await app.inject({ url: `/tls/ask?domain=${domain}`, remoteAddress, headers })).statusCode

test('a proxy on a private address hears of our host and of proven ones, and no other caller hears anything', async () => {
  for (const domain of ['grandstand.example', PROVEN]) {
    for (const address of ['127.0.0.1', '::1', '10.1.2.3', '192.168.7.7', 'fd00::1'])
      assert.equal(await ask(domain, address), 200, address)
    for (const address of ['93.184.216.34', '2001:4860::1', '8.8.8.8'])
      assert.equal(await ask(domain, address), 404, address)
    for (const name of ['x-forwarded-for', 'forwarded'])
      assert.equal(await ask(domain, '127.0.0.1', { [name]: '127.0.0.1' }), 404, name)
  }
  assert.equal(await ask('tickets.other.example'), 404)
})

test('however many names browsers make a proxy ask for, the database is asked seldom', async () => {
  state.nowMs = 10_000
  state.lookups = 0
  for (let n = 0; n < 300; n += 1) {
    await ask('one.example')
    await ask('not..a-host')
    await ask(`${'x'.repeat(64)}.example`)
    await ask(`made-up-${n}.example`, '93.184.216.34')
  }
  assert.equal(state.lookups, 1)
  for (let n = 0; n < 300; n += 1) await ask(`made-up-${n}.example`)
  assert.equal(state.lookups, 50)
  state.nowMs = 15_000
  assert.equal(await ask(PROVEN), 200, 'and goes on after')
})
