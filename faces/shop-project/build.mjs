// Builds the shop into dist/; with --serve it also serves it, builds at every change, and has open pages reload.
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { context } from 'esbuild'

const isServing = process.argv.includes('--serve')
const port = Number(process.env.PORT ?? 5173)
const root = import.meta.dirname ?? new URL('.', import.meta.url).pathname
const dist = join(root, 'dist')

const main = 'src/shop/main.tsx'

/** The page names its script and style as they were built: those of the entry, since a language that is loaded later is an entry point too. */
const page = {
  name: 'page',
  setup(build) {
    build.onEnd(async ({ metafile, errors }) => {
      if (errors.length > 0) return
      const [path, output] = Object.entries(metafile.outputs).find(([, { entryPoint }]) => entryPoint === main)
      const html = (await readFile(join(root, 'index.html'), 'utf8'))
        .replace('%SCRIPT%', `/assets/${basename(path)}`)
        .replace('%STYLE%', `/assets/${basename(output.cssBundle)}`)
        .replace('</body>', isServing ? '<script src="/reload.js"></script></body>' : '</body>')
      await writeFile(join(dist, 'index.html'), html)
    })
  },
}

await rm(dist, { recursive: true, force: true })
await mkdir(dist, { recursive: true })
await cp(join(root, 'public'), dist, { recursive: true }).catch(() => {})
if (isServing)
  await writeFile(join(dist, 'reload.js'), "new EventSource('/esbuild').onmessage = () => location.reload()\n")

const building = await context({
  absWorkingDir: root,
  entryPoints: [main],
  alias: { '@grandstand/sdk': join(root, 'src/sdk/browser.ts') },
  bundle: true,
  splitting: true,
  format: 'esm',
  target: ['es2022', 'chrome109', 'safari16.4', 'firefox115'],
  jsx: 'automatic',
  jsxImportSource: 'preact',
  minify: !isServing,
  sourcemap: isServing,
  loader: { '.woff2': 'file', '.svg': 'file', '.png': 'file' },
  outdir: 'dist/assets',
  entryNames: '[name]-[hash]',
  chunkNames: '[name]-[hash]',
  assetNames: '[name]-[hash]',
  publicPath: '/assets',
  metafile: true,
  plugins: [page],
  logLevel: 'warning',
})
if (isServing) {
  await building.watch()
  await building.serve({ servedir: dist, fallback: join(dist, 'index.html'), port })
  console.log(`The shop is at http://localhost:${port}/`)
} else {
  await building.rebuild()
  await building.dispose()
  console.log('Built into dist/. Serve it with index.html for every address that is no file.')
}
