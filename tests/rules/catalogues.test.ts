import assert from 'node:assert/strict'
import { test } from 'node:test'
import { argumentsOf, catalogueFindings, languagesOf, readCatalogues, WORDS_FOLDERS } from './catalogues.ts'
import { readSource } from './source-files.ts'

for (const folder of WORDS_FOLDERS) {
  test(`in ${folder}, every language says what English says, with the same values and all forms of its plurals`, async () => {
    const english = await readCatalogues(folder, 'en')
    for (const language of await languagesOf(folder)) {
      const catalogues = await readCatalogues(folder, language)
      assert.deepEqual([...catalogues.keys()], [...english.keys()], language)
      for (const [area, catalogue] of english)
        assert.deepEqual(catalogueFindings(catalogue, catalogues.get(area) ?? {}, language), [], `${language}/${area}`)
    }
  })

  test(`in ${folder}, the types of what texts are given are fresh: npm run words writes them`, async () => {
    assert.equal(await readSource(`${folder}/arguments.generated.ts`), await argumentsOf(folder))
  })
}

test('is caught: a text that is missing, superfluous, empty or of another kind, a lost value and a missing form', () => {
  const english = { save: 'Save', order: 'Order {id}', tickets: { one: '{count} ticket', other: '{count} tickets' } }
  const findings = (other: Record<string, unknown>) => catalogueFindings(english, { ...english, ...other }, 'de')
  assert.deepEqual(findings({}), [])
  assert.deepEqual(findings({ save: undefined }), ['save is missing'])
  assert.deepEqual(findings({ save: ' ' }), ['save is empty'])
  assert.deepEqual(findings({ cancel: 'Abbrechen' }), ['cancel is not in the English catalogue'])
  assert.deepEqual(findings({ order: 'Bestellung' }), ['order does not say {id}'])
  assert.deepEqual(findings({ tickets: '{count} Karten' }), ['tickets is a text and not a plural'])
  assert.deepEqual(findings({ tickets: { few: '{count} Karten', other: '{count} Karten' } }), [
    'tickets lacks the form “one”',
    'tickets has the form “few”, which de does not know',
  ])
})
