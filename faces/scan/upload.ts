import type { UploadedScans } from '@grandstand/sdk'
import { isLetThrough, type LoggedResult } from '../../server/gates/rules/facts.ts'
import { Refused } from './api.ts'
import type { Keeper } from './keeper.ts'
import { type KeptScan, toldScan } from './queue.ts'

/** As many as a body holds, with most barcodes; where they are too long for one it is cut up. */
const BATCH = 200
/** The service may have been wrong, or newer since: what it did not take is offered again now and then. */
const ASIDE_AGAIN_MS = 300_000
/** What may be due to a single scan; whatever else is refused is refused to the phone. */
const OF_A_SCAN = [400, 404, 409, 413, 422]

/**
 * In pieces; one that was sent and not answered is sent again, and the service finds it by its nonces. No scan holds up another: the answer
 * names each row that is refused, which is set aside with the reason, and a piece that is refused as a whole is cut in two until the one
 * that is refused stands alone.
 */
export async function uploadScans(keeper: Keeper): Promise<void> {
  const since = keeper.phone.now() - ASIDE_AGAIN_MS
  for (const scan of [...keeper.scans.values()]) {
    if (scan.aside !== null && scan.stage === 'aside' && scan.aside.at < since) await send(keeper, [scan])
  }
  for (;;) {
    const piece = [...keeper.scans.values()].filter(({ stage }) => stage === 'waiting').slice(0, BATCH)
    if (piece.length === 0) return
    await send(keeper, piece)
  }
}

type LoggedScan = UploadedScans['scans'][number]

/** None of them waits any more after it, unless the service could not be reached. */
async function send(keeper: Keeper, piece: KeptScan[]): Promise<void> {
  try {
    // While the service is updated, a process of before may answer, which does not know of refused rows.
    const { scans, refused = [] } = await post(keeper, piece)
    const logged = new Map(scans.map((scan) => [scan.nonce, scan]))
    const refusals = new Map(refused.map(({ index, message }) => [index, message]))
    await keeper.keep(
      piece.flatMap(({ nonce }, index) => {
        const reason = refusals.get(index)
        return reason === undefined ? settled(keeper, nonce, logged.get(nonce)) : setAside(keeper, nonce, reason)
      }),
    )
  } catch (error) {
    if (!(error instanceof Refused) || !OF_A_SCAN.includes(error.status)) throw error
    const half = Math.ceil(piece.length / 2)
    if (piece.length === 1) await keeper.keep(piece.flatMap(({ nonce }) => setAside(keeper, nonce, error.message)))
    else for (const part of [piece.slice(0, half), piece.slice(half)]) await send(keeper, part)
  }
}

const post = ({ phone, device }: Keeper, piece: KeptScan[]) =>
  phone.ask<UploadedScans>('POST', '/v1/gate/scans/batch', {
    key: device.key,
    body: {
      device_time: phone.now() / 1000,
      scans: piece.map(toldScan),
    },
  })

/** As it is by now: it may have been taken back while this was on its way. */
function settled(keeper: Keeper, nonce: string, logged: LoggedScan | undefined): KeptScan[] {
  if (logged === undefined) return setAside(keeper, nonce, 'The service did not say what became of it.')
  const kept = keeper.scans.get(nonce)
  if (!kept) return []
  // The service had let them in and its answer came too late: the phone said no, the fan did not go through, and the ticket is as good as before.
  const isUnused = isLetThrough(logged.result as LoggedResult) && kept.result !== null && !isLetThrough(kept.result)
  const override = kept.override && { ...kept.override, sealedCode: '' }
  const state = { stage: 'logged', aside: null, loggedAt: keeper.phone.now(), scanId: logged.scan_id } as const
  return [{ ...kept, ...state, override, annul: isUnused ? 'wanted' : kept.annul }]
}

function setAside(keeper: Keeper, nonce: string, reason: string): KeptScan[] {
  const kept = keeper.scans.get(nonce)
  return kept ? [{ ...kept, stage: 'aside', aside: { reason, at: keeper.phone.now() } }] : []
}
