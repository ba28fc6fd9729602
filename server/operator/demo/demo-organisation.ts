import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { mintKey } from '../../access/api-keys/key-format.ts'
import { createKey } from '../../access/api-keys/key-store.ts'
import type { OrgId } from '../../access/principal.ts'
import { scopesOfKind } from '../../access/scopes.ts'
import { createOrganisation } from '../../people/organisation/create-organisation.ts'
import type { Db, Sql } from '../../platform/postgres/database.ts'
import { type Clock, systemClock } from '../../platform/values/clock.ts'
import type { Seal } from '../../platform/values/seal.ts'
import { signDemoTickets } from './demo-barcodes.ts'
import { dayOf } from './demo-day.ts'
import { addDemoOwner } from './demo-owner.ts'
import { addDemoSeason } from './demo-season.ts'

/**
 * On the first start with an empty database: an organisation to look around in. Its key is random and stays readable in
 * DATA_DIR, so that every later start can print it; a key that is the same everywhere would be a door left open.
 */
export async function ensureDemoOrganisation(
  sql: Sql,
  dataDir: string,
  { clock = systemClock, seal }: { clock?: Clock; seal?: Seal } = {},
): Promise<string | undefined> {
  const file = join(dataDir, 'demo-key')
  const [organisation] = await sql`select 1 as one from organisations limit 1`
  if (organisation)
    return readFile(file, 'utf8')
      .then((text) => text.trim())
      .catch(() => undefined)
  const secret = mintKey('sk', 'test')
  const shopKey = mintKey('pk', 'test')
  await writeFile(file, `${secret}\n`, { mode: 0o600 })
  await writeFile(shopKeyFile(dataDir), `${shopKey}\n`, { mode: 0o600 })
  try {
    await sql.plain.begin(async (tx) => {
      const orgId = await createOrganisation(tx, {
        name: 'Harbour City FC',
        company: 'Harbour City Football Club Ltd',
        country: 'AU',
        timezone: 'Australia/Sydney',
        currency: 'AUD',
        mode: 'test',
      })
      await createKey(orgId, tx, { kind: 'sk', name: 'demo', scopes: [...scopesOfKind.sk], key: secret })
      await createKey(orgId, tx, { kind: 'pk', name: 'demo shop', key: shopKey })
      await decorate(orgId, tx)
      await addDemoOwner(orgId, tx, clock())
      await addDemoSeason(orgId, tx, clock())
      if (seal) await signDemoTickets(orgId, tx, { clock, seal }, dayOf(clock()))
    })
  } catch (error) {
    await rm(file, { force: true })
    await rm(shopKeyFile(dataDir), { force: true })
    throw error
  }
  return secret
}

const shopKeyFile = (dataDir: string) => join(dataDir, 'demo-shop-key')

/** The publishable key that the shop of the demo organisation sells with. */
export const readDemoShopKey = (dataDir: string): Promise<string | undefined> =>
  readFile(shopKeyFile(dataDir), 'utf8')
    .then((text) => text.trim())
    .catch(() => undefined)

/** A drawing in the address itself, so that the shop of the demo asks nobody else for it. */
const CREST = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 36 40"><path d="M2 2h32v20c0 9-8 13-16 16C10 35 2 31 2 22z" fill="#0b3d91"/><path d="M8 20q5-5 10 0t10 0v6q-5 5-10 0t-10 0z" fill="#fff"/><circle cx="18" cy="11" r="4" fill="#f2c14e"/></svg>',
)}`

/** What an organisation has once somebody has looked after it: nothing that the API shows is empty in the demo. */
const decorate = (orgId: OrgId, tx: Db) => tx`
  update organisations
  set business_number = '12 345 678 901',
    payment_account_id = 'acct_test_demo',
    logo_image = ${CREST},
    background_image = 'https://images.example.com/background.jpg',
    favicon = ${CREST},
    background_color = '#f4f7fb',
    accent_color = '#0b3d91',
    card_readers = true
  where org_id = ${orgId}`
