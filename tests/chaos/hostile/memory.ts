import { request } from 'undici'
import type { Finding } from '../run.ts'

const MIB = 2 ** 20
/** Of the heap that is left after a collection, and of what the process has from the system. */
const HEAP_GROWTH_MAX = 32 * MIB
const RESIDENT_GROWTH_MAX = 0.25

type Sample = { sent: number; heap: number; resident: number }

/** What the server says of its own memory while it is being attacked. */
export function watchMemory(metricsUrl: string) {
  const samples: Sample[] = []
  let isAsking = false
  const sample = async (sent: number): Promise<void> => {
    // Each on a connection of its own: the server may be closing one that was kept, on a machine that is slow to say so.
    const { body } = await request(metricsUrl, { reset: true })
    const text = await body.text()
    const figure = (name: string) => Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1] ?? Number.NaN)
    const heap = figure('nodejs_heap_size_used_bytes')
    samples.push({ sent, heap, resident: figure('process_resident_memory_bytes') })
  }
  return {
    /** Asked as often as it answers. */
    look(sent: number): void {
      if (isAsking) return
      isAsking = true
      // A sample that cannot be taken ends the run: nothing hears its rejection.
      void sample(sent).finally(() => {
        isAsking = false
      })
    },
    /** The first quarter fills caches; from the second to the last nothing may grow. */
    findings(requests: number): Finding[] {
      const quarter = (n: number) =>
        samples.filter(({ sent }) => sent > (requests * (n - 1)) / 4 && sent <= (requests * n) / 4)
      const heapOf = (n: number) => Math.min(...quarter(n).map(({ heap }) => heap))
      const residentOf = (n: number) => Math.max(...quarter(n).map(({ resident }) => resident))
      const [heapThen, heapNow, then, now] = [heapOf(2), heapOf(4), residentOf(2), residentOf(4)]
      return [
        {
          promise: 'what the heap keeps does not grow from the second quarter to the last',
          figure: `${mib(heapThen)} to ${mib(heapNow)} MiB`,
          kept: heapNow <= heapThen + HEAP_GROWTH_MAX,
        },
        {
          promise: 'nor does the process',
          figure: `${mib(then)} to ${mib(now)} MiB`,
          kept: now <= then * (1 + RESIDENT_GROWTH_MAX),
        },
      ]
    },
  }
}

const mib = (bytes: number) => Math.round(bytes / MIB)
