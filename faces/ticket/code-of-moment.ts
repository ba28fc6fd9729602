import type { TicketRotation } from '@grandstand/sdk'
import { useEffect, useState } from 'preact/hooks'
import { digitsOf, type Hmac, periodAt } from '../../server/sales/tickets/rotating-code.ts'
import { serverNow } from './api.ts'

const hmac: Hmac = async (hash, key, message) => {
  const imported = await crypto.subtle.importKey('raw', key, { name: 'HMAC', hash }, false, ['sign'])
  return new Uint8Array(await crypto.subtle.sign('HMAC', imported, message))
}

const bytesOf = (base64url: string) =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0))

/** What the code says now: the barcode, and where it rotates the digits of the moment behind it, made here and without a network. */
export function useCodeOfMoment(barcode: string, rotation: TicketRotation | null): string {
  const [code, setCode] = useState(rotation ? '' : barcode)
  const key = rotation?.key
  useEffect(() => {
    if (key === undefined) {
      setCode(barcode)
      return
    }
    let shown = -1
    let isOver = false
    const tick = async () => {
      const period = periodAt(serverNow())
      if (period === shown) return
      shown = period
      const digits = await digitsOf(hmac, bytesOf(key), period)
      if (!isOver) setCode(barcode + digits)
    }
    tick()
    const timer = setInterval(tick, 500)
    return () => {
      isOver = true
      clearInterval(timer)
    }
  }, [barcode, key])
  return code
}
