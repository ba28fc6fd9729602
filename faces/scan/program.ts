import type { PageWish } from './service-worker.ts'

type Config = { workers: { decode: string } }

const config = JSON.parse(document.getElementById('config')?.textContent ?? '{}') as Config

export const decodeWorkerUrl = config.workers.decode

const script = document.querySelector<HTMLScriptElement>('script[src*="/assets/main-"]')

/** The name of the page's script, which is not the one that these lines end up in, has a hash of all of it. */
export const version = /main-(\w+)\.js/.exec(script?.src ?? '')?.[1] ?? 'dev'

/** Whether there is a new program, which the next page that is opened has. */
export const renewProgram = (): Promise<boolean> => askWorker('renew')

/** Lets the next page that is opened reach this origin beside our own, or no other again. */
export const allowRelay = (relay: string | null): Promise<boolean> => askWorker({ relay })

async function askWorker(wish: PageWish): Promise<boolean> {
  const worker = (await navigator.serviceWorker?.getRegistration('/scan/'))?.active
  if (!worker) return false
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    port1.onmessage = ({ data }) => resolve(data === true)
    worker.postMessage(wish, [port2])
  })
}
