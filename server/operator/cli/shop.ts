import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import type { Command } from 'commander'
import { withoutTrailingSlashes } from '../../platform/values/trailing-slashes.ts'
import { readConfig } from '../../program/config.ts'
import { readDemoShopKey } from '../demo/demo-organisation.ts'
import { ArgumentError } from './values.ts'

const root = join(import.meta.dirname, '..', '..', '..')

/** The API refuses it as it refuses any wrong key, and the page then names index.html. */
const KEY_PLACE = 'gs_pk_put_yours_here'

export function shopCommands(program: Command): void {
  const shop = program.command('shop').description('the shop, as a project of your own')
  shop
    .command('create <folder>')
    .description('copy the shop out, to be changed and served from wherever you like')
    .option('--url <url>', 'where your Grandstand is', 'http://127.0.0.1:3000')
    .option('--key <key>', 'publishable key that it sells with; without it SHOP_KEY, or the demo organisation’s')
    .option('--json', 'print what was made as JSON, for scripts')
    .action(async (folder: string, { url, key, json }: { url: string; key?: string; json?: true }) => {
      const { SHOP_KEY, DATA_DIR } = readConfig(process.env)
      const shopKey = key ?? SHOP_KEY ?? (await readDemoShopKey(DATA_DIR))
      if (shopKey !== undefined && !/^gs_pk_/.test(shopKey))
        throw new ArgumentError('--key takes a publishable key: gs_pk_…')
      await createShop(folder, { url: withoutTrailingSlashes(url), key: shopKey ?? KEY_PLACE })
      if (json) return console.log(JSON.stringify({ folder: resolve(folder), url, key: shopKey ?? null }))
      console.log(`The shop is in ${folder}. To see it:\n\n  cd ${folder} && npm install && npm run dev\n`)
      if (shopKey === undefined) console.log(`Put your publishable key into ${join(folder, 'index.html')} first.\n`)
    })
}

/** Everything that it is made of, with the SDK: nothing in the copy points back here. */
async function createShop(folder: string, config: { url: string; key: string }): Promise<void> {
  await mkdir(folder, { recursive: true })
  if ((await readdir(folder)).length > 0) throw new ArgumentError(`${folder} is not empty`)
  const copy = (from: string, to: string) =>
    cp(join(root, from), join(folder, to), {
      recursive: true,
      filter: (path) => !/\.test\.ts$|-fixture\.tsx?$/.test(path),
    })
  await copy('faces/shop-project', '.')
  await copy('faces/shop', 'src/shop')
  await copy('faces/kit', 'src/kit')
  await copy('faces/css.d.ts', 'src/css.d.ts')
  await copy('sdk/src', 'src/sdk')
  await mkdir(join(folder, 'public'))
  const page = join(folder, 'index.html')
  const settings = { ...config, tickets: `${config.url}/t/`, base: '/' }
  const settingsText = JSON.stringify(settings).replaceAll('<', '\\u003c')
  await writeFile(
    page,
    (await readFile(page, 'utf8')).replace('"%CONFIG%"', () => settingsText),
  )
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(await packageOf(folder), null, 2)}\n`)
  await writeFile(join(folder, 'tsconfig.json'), `${JSON.stringify(TYPES, null, 2)}\n`)
  await writeFile(join(folder, '.gitignore'), 'node_modules/\ndist/\n')
}

type Package = { dependencies: Record<string, string> }

/** The very versions that the shop was tested with. */
async function packageOf(folder: string): Promise<object> {
  const read = async (path: string) => JSON.parse(await readFile(join(root, path), 'utf8')) as Package
  const { dependencies: ofFaces } = await read('faces/package.json')
  // The first comes as source, and the second reads codes, which the scanner does.
  const { '@grandstand/sdk': _sdk, 'zxing-wasm': _scanner, ...dependencies } = ofFaces
  const { esbuild } = (await read('server/package.json')).dependencies
  const name = basename(resolve(folder))
    .toLowerCase()
    .replaceAll(/[^a-z0-9-]+/g, '-')
  return {
    name,
    private: true,
    type: 'module',
    scripts: { dev: 'node build.mjs --serve', build: 'node build.mjs' },
    dependencies: { ...dependencies, esbuild },
  }
}

/** For an editor; nothing is built with it. */
const TYPES = {
  compilerOptions: {
    target: 'es2023',
    lib: ['es2023', 'dom', 'dom.iterable'],
    types: [],
    module: 'esnext',
    moduleResolution: 'bundler',
    jsx: 'react-jsx',
    jsxImportSource: 'preact',
    strict: true,
    noEmit: true,
    allowImportingTsExtensions: true,
    skipLibCheck: true,
    paths: { '@grandstand/sdk': ['./src/sdk/browser.ts'] },
  },
  include: ['src'],
}
