import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { mintKey } from '../../access/api-keys/key-format.ts'
import { createKey } from '../../access/api-keys/key-store.ts'
import type { OrgId } from '../../access/principal.ts'
import { scopesOfKind } from '../../access/scopes.ts'
import { createOrganisation } from '../../people/organisation/create-organisation.ts'
import type { Db, Sql } from '../../platform/postgres/database.ts'
import { type SystemClock, systemClock } from '../../platform/values/clock.ts'
import type { Seal } from '../../platform/values/seal.ts'
import { dayOf } from './days.ts'
import { addDemoOwner } from './demo-owner.ts'
import { addDocuments } from './documents.ts'
import { HARBOUR_CITY } from './harbour-city.ts'
import { pictureOf } from './pictures.ts'
import { addDemoSeason } from './season.ts'
import { signDemoTickets } from './sign-tickets.ts'
import { addTaxRate } from './tax.ts'

const { organisation, look } = HARBOUR_CITY

/**
 * On the first start with an empty database: an organisation to look around in. Its key is random and stays readable in
 * DATA_DIR, so that every later start can print it; a key that is the same everywhere would be a door left open.
 */
export async function ensureDemoOrganisation(
  sql: Sql,
  dataDir: string,
  { clock = systemClock, seal }: { clock?: SystemClock; seal?: Seal } = {},
): Promise<string | undefined> {
  const file = join(dataDir, 'demo-key')
  const [earlier] = await sql`select 1 as one from organisations limit 1`
  if (earlier)
    return readFile(file, 'utf8')
      .then((text) => text.trim())
      .catch(() => undefined)
  const secret = mintKey('sk', 'test')
  const shopKey = mintKey('pk', 'test')
  await writeFile(file, `${secret}\n`, { mode: 0o600 })
  await writeFile(shopKeyFile(dataDir), `${shopKey}\n`, { mode: 0o600 })
  try {
    await sql.plain.begin(async (tx) => {
      const orgId = await createOrganisation(tx, { ...organisation, mode: 'test' })
      await createKey(orgId, tx, { kind: 'sk', name: 'demo', scopes: [...scopesOfKind.sk], key: secret })
      await createKey(orgId, tx, { kind: 'pk', name: 'demo shop', key: shopKey })
      await decorate(orgId, tx)
      await addDemoOwner(orgId, tx, clock())
      const today = dayOf(clock())
      await addTaxRate(orgId, tx, today)
      await addDemoSeason(orgId, tx, today)
      await addDocuments(orgId, tx, today)
      if (seal) await signDemoTickets(orgId, tx, { systemClock: clock, seal }, today)
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

/** What an organisation has once it is looked after: nothing that the API shows is empty in the demo. */
const decorate = (orgId: OrgId, tx: Db) => tx`
  update organisations
  set business_number = ${look.businessNumber},
    payment_account_id = ${look.paymentAccount},
    logo_image = ${look.crest},
    background_image = ${pictureOf(0, 'floodlights')},
    favicon = ${look.crest},
    background_color = ${look.background},
    accent_color = ${look.accent},
    card_readers = true
  where org_id = ${orgId}`
