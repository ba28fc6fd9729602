import type { CheckedCode } from '@grandstand/sdk'
import { Unreached } from './api.ts'
import type { Keeper } from './keeper.ts'

const CHECK_MS = 4_000

/** Whether the service takes it for the code of this event; undefined where it cannot be asked. */
export async function checkCode(
  { phone, device, choice, standing }: Keeper,
  code: string,
): Promise<CheckedCode | undefined> {
  if (!standing.isOnline) return undefined
  const path = `/v1/gate/events/${choice.eventId}/supervisor_code/check`
  try {
    return await phone.ask<CheckedCode>('POST', path, { key: device.key, body: { code }, timeoutMs: CHECK_MS })
  } catch (error) {
    if (error instanceof Unreached) return undefined
    return { right: false, tries_left: 0 }
  }
}
