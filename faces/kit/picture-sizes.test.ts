import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sizesAt } from './picture-sizes.ts'

test('a picture that was uploaded is had in several widths, one at another address as it is', () => {
  const stem = `https://tickets.example/pictures/7/${'ab'.repeat(16)}`
  assert.equal(sizesAt(`${stem}.webp`), [1600, 960, 480].map((width) => `${stem}-${width}.webp ${width}w`).join(', '))
  assert.equal(sizesAt('https://club.example/pictures/derby.webp'), undefined)
})
