import { readFile } from 'node:fs/promises'
import { createTransport } from 'nodemailer'

/** The least that any sender could do: nodemailer's own pool, with bodies that are ready. <smtp url> <count> <connections> <letter> */
const [url = '', count = '0', connections = '1', file = ''] = process.argv.slice(2)
const { attachments, ...letter } = JSON.parse(await readFile(file, 'utf8'))
const mail = {
  ...letter,
  attachments: attachments.map(({ content, ...attachment }: { content: string }) => ({
    ...attachment,
    content: Buffer.from(content, 'base64'),
  })),
}
const transport = createTransport(`${url}?pool=true&maxConnections=${connections}&maxMessages=100`)
let next = 0
await Promise.all(
  Array.from({ length: Number(connections) }, async () => {
    for (; next < Number(count); ) {
      next += 1
      await transport.sendMail({ ...mail, from: 'bench@example.org', messageId: `<bare-${next}@example.org>` })
    }
  }),
)
transport.close()
