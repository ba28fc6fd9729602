// What an image consists of, as CycloneDX: every package that is really in node_modules, with its digest from the lock. Written by ourselves:
// npm's own refuses a workspace without a version, and puts the time into it, so that no two images of one commit would be the same.
//   node deploy/write-sbom.js > sbom.cdx.json
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const read = (...path) => JSON.parse(readFileSync(join(root, ...path), 'utf8'))

/** npm names a package's algorithm and digest in one, in base64. */
const hashOf = (integrity) => {
  const [algorithm, digest] = integrity.split(/-(.*)/)
  return { alg: algorithm.replace(/^sha(\d+)$/, 'SHA-$1'), content: Buffer.from(digest, 'base64').toString('hex') }
}

const { version } = read('server', 'package.json')
const components = Object.entries(read('package-lock.json').packages)
  .filter(
    ([place, { link }]) => place.includes('node_modules/') && !link && existsSync(join(root, place, 'package.json')),
  )
  .map(([place, entry]) => {
    const { name, version: installed, license } = read(place, 'package.json')
    return {
      type: 'library',
      name,
      version: installed,
      purl: `pkg:npm/${name.replace('@', '%40')}@${installed}`,
      'bom-ref': place,
      ...(typeof license === 'string' ? { licenses: [{ expression: license }] } : {}),
      ...(entry.integrity ? { hashes: [hashOf(entry.integrity)] } : {}),
    }
  })

const sbom = {
  bomFormat: 'CycloneDX',
  specVersion: '1.6',
  version: 1,
  metadata: { component: { type: 'application', name: 'grandstand', version, 'bom-ref': 'grandstand' } },
  components,
}
process.stdout.write(`${JSON.stringify(sbom, null, 2)}\n`)
