import { after } from 'node:test'
import { type BuiltFace, buildFaces } from '../../server/faces/build-faces.ts'
import type { FaceSettings } from '../../server/faces/face.ts'
import { freePort } from '../harness/free-port.ts'
import { type House, openHouse, type Tenant } from '../harness/house.ts'

export type ShopServer = House & { origin: string; club: Tenant; shopKey: string }

const building = buildFaces()

/**
 * The pages, built once for all files of a process. What is awaited belongs to the file that asks: node:test tells by it whose hooks those
 * are that come after, and `building` is of the file that asked first.
 */
export const builtFaces = (): Promise<BuiltFace[]> =>
  new Promise((resolve, reject) => {
    building.then(resolve, reject)
  })

/** The program with its pages on a socket, and a club whose shop it serves. Time is real: pages have clocks of their own. */
export async function openShopServer(
  options: Parameters<typeof openHouse>[0] & {
    settings?: Partial<FaceSettings>
    mode?: 'live' | 'test'
    /** Passkeys belong to a name, never to a number. */
    host?: '127.0.0.1' | 'localhost'
    database?: Parameters<typeof openHouse>[1]
  } = {},
): Promise<ShopServer> {
  const { settings, mode = 'test', host = '127.0.0.1', database, ...overrides } = options
  const built = await builtFaces()
  // The key is made once the database is there, which is when pages are first asked for.
  const faceSettings: FaceSettings = { shopKey: 'none yet', stripe: false, ...settings }
  // Whether a page is one of our own is told by its address, so that it has to be known before.
  const port = await freePort()
  const origin = `http://${host}:${port}`
  const faces = { faces: built.map(({ face }) => face), built: async () => built, settings: faceSettings }
  const house = await openHouse({ clock: () => new Date(), publicUrl: origin, ...overrides, faces }, database)
  const club = await house.organisation({ name: 'Harbour City FC', mode })
  const shopKey = await house.key(club.orgId, { kind: 'pk' })
  faceSettings.shopKey = shopKey
  await house.app.listen({ port, host: '127.0.0.1' })
  after(() => house.app.close())
  return { ...house, origin, club, shopKey }
}
