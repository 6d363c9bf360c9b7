import type { App } from '../deps.ts'

/**
 * While the server stops, every answer that is still given ends its connection: a client that keeps its
 * connection open would otherwise hold the stop until its time-out.
 */
export function endConnectionsOnClose(app: App): void {
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
  })
  app.addHook('onSend', async (_request, reply, payload) => {
    if (isClosing) reply.header('connection', 'close')
    return payload
  })
}
