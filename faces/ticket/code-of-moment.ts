import type { TicketRotation } from '@grandstand/sdk'
import { useEffect, useState } from 'preact/hooks'
import { serverNow } from './api.ts'

/** A TOTP as RFC 6238 has it: HMAC-SHA-1 of the number of the period, and of that some digits. */
async function digitsOf(key: Uint8Array<ArrayBuffer>, period: number, digits: number): Promise<string> {
  const message = new Uint8Array(8)
  new DataView(message.buffer).setBigUint64(0, BigInt(period))
  const hmacKey = await crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-1' }, false, ['sign'])
  const mac = new DataView(await crypto.subtle.sign('HMAC', hmacKey, message))
  const number = mac.getUint32(mac.getUint8(19) & 15) & 0x7fffffff
  return String(number % 10 ** digits).padStart(digits, '0')
}

const bytesOf = (base64url: string) =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0))

/** What the code says now: the barcode, and where it rotates the digits of the moment behind it, made here and without a network. */
export function useCodeOfMoment(barcode: string, rotation: TicketRotation | null): string {
  const [code, setCode] = useState(rotation ? '' : barcode)
  const { key, period_seconds: seconds = 0, digits: length = 0 } = rotation ?? {}
  useEffect(() => {
    if (key === undefined) {
      setCode(barcode)
      return
    }
    let shownStep = -1
    let isOver = false
    const tick = async () => {
      const period = Math.floor(serverNow() / (seconds * 1000))
      if (period === shownStep) return
      shownStep = period
      const digits = await digitsOf(bytesOf(key), period, length)
      if (!isOver) setCode(barcode + digits)
    }
    void tick()
    const timer = setInterval(tick, 500)
    return () => {
      isOver = true
      clearInterval(timer)
    }
  }, [barcode, key, seconds, length])
  return code
}
