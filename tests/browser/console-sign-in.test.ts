import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addOffer } from '../builders/prices.ts'
import { axe, browserTest } from './browser.ts'
import { openShopServer } from './shop-server.ts'
import { h1, staffVisit } from './staff-visit.ts'

/** A story over many pages, each looked at by axe, on a machine that does other things too. */
const story = { ...browserTest, timeout: 180_000 }
const server = await openShopServer()
const { origin, club } = server
await addOffer(server, club, { capacity: 500 })

test('a person signs in where they wanted to go, finds their way by the keyboard, and signs out', story, async () => {
  const { page, context, complaints, signIn } = await staffVisit(server)
  const findings: string[] = []
  await page.goto(`${origin}/console/account`)
  await h1(page, 'Sign in')
  findings.push(...(await axe(page)))
  await page.getByLabel('E-mail').fill('nobody@club.test')
  await page.getByLabel('Password').fill('wrong')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText('The address or the password is wrong.').waitFor()
  findings.push(...(await axe(page)))
  await signIn()
  await h1(page, 'Sam Staff')
  findings.push(...(await axe(page)))
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: /^Name, e-mail/ }).fill('tod')
  await page.getByRole('option', { name: 'Today' }).waitFor()
  findings.push(...(await axe(page)))
  await page.keyboard.press('Enter')
  await h1(page, 'Today')
  await page.getByText('Derby').waitFor()
  findings.push(...(await axe(page)))
  await page.getByRole('button', { name: 'API calls of this page' }).click()
  await page.getByText('await api.events.list(').waitFor()
  findings.push(...(await axe(page)))
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await h1(page, 'Sign in')
  assert.deepEqual([findings, complaints], [[], []])
  await context.close()
})
