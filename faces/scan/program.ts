type Config = { workers: { decode: string } }

const config = JSON.parse(document.getElementById('config')?.textContent ?? '{}') as Config

export const decodeWorkerUrl = config.workers.decode

/** The name of the script has a hash of its content. */
export const version = /main-(\w+)\.js/.exec(import.meta.url)?.[1] ?? 'dev'

/** Whether there is a new program, which the next page that is opened has. */
export async function renewProgram(): Promise<boolean> {
  const worker = (await navigator.serviceWorker?.getRegistration('/scan/'))?.active
  if (!worker) return false
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    port1.onmessage = ({ data }) => resolve(data === true)
    worker.postMessage('renew', [port2])
  })
}
