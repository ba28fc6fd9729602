import { setTimeout } from 'node:timers/promises'
import { type ConnectionSettings, DatabaseConnection } from './connection.ts'

export type Listening = { unlisten(): Promise<void> }

const RETRY_MS = 500

/** Hears what others notify, on a connection of its own. A lost one is opened again; what was said meanwhile is missed. */
export async function listenOn(
  settings: ConnectionSettings,
  channel: string,
  hear: (payload: string) => void,
): Promise<Listening> {
  let isOver = false
  let connection = await open()

  async function open(): Promise<DatabaseConnection> {
    const opened = new DatabaseConnection(settings)
    await opened.open()
    opened.onNotification((from, payload) => {
      if (from === channel) hear(payload)
    })
    await opened.send({ text: `listen "${channel.replaceAll('"', '""')}"`, values: [], isKept: false })
    opened.onLost = reopen
    return opened
  }

  async function reopen(): Promise<void> {
    while (!isOver && connection.isLost) {
      connection = await open().catch(() => connection)
      if (connection.isLost) await setTimeout(RETRY_MS, undefined, { ref: false })
    }
    if (isOver) await connection.close()
  }

  return {
    async unlisten() {
      isOver = true
      await connection.close()
    },
  }
}
