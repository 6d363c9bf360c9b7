import { once } from 'node:events'
import type { ServerProcess } from '../../test/helpers/server/serverProcess.ts'

/** Environment of a process whose garbage a test can collect. */
export const INSPECTED = { NODE_OPTIONS: '--inspect=127.0.0.1:0' }

/** Collects the garbage of a process that was started with `INSPECTED`. */
export async function collectGarbage({ until }: ServerProcess): Promise<void> {
  const socket = new WebSocket(await until(/Debugger listening on (ws:\S+)/))
  await once(socket, 'open')
  socket.send(JSON.stringify({ id: 1, method: 'HeapProfiler.collectGarbage' }))
  await once(socket, 'message')
  socket.close()
}
