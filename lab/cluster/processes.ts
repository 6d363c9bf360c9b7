import { steadyPort } from '../../scripts/steadyPort.ts'
import { type ApiProcess, startApiProcess } from './apiProcess.ts'

/** Starts processes of the product and waits until they are ready. The first one migrates and seeds before the others. */
export async function startProcesses(
  folder: string,
  count: number,
  env: Readonly<Record<string, string>>,
): Promise<ApiProcess[]> {
  const startOne = async (number: number) => {
    const [port, deskPort] = [await steadyPort(), await steadyPort()]
    return startApiProcess({ folder, name: `process-${number}`, port, deskPort, env })
  }
  const first = await startOne(1)
  const others = Array.from({ length: count - 1 }, (_, at) => startOne(at + 2))
  return [first, ...(await Promise.all(others))]
}
