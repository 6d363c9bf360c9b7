import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const PROCESS = fileURLToPath(new URL('./svgProcess.ts', import.meta.url))
/** Limit for the start of the process and the drawing. */
const WITHIN_MS = 10_000
const PNG_BYTES_MAX = 32 * 1024 * 1024

/** Drawing took too long or failed. */
export class SvgNotDrawn extends Error {}

/**
 * Draws an SVG as a PNG, in a process that is killed when it takes too long: nothing else stops librsvg. Run it within
 * the gate for images.
 * @param svg with the width and the height of the picture
 * @throws SvgNotDrawn
 */
export function drawSvg(svg: string, withinMs = WITHIN_MS): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  // The process gets no environment: drawing needs no secrets.
  const options = {
    timeout: withinMs,
    killSignal: 'SIGKILL',
    maxBuffer: PNG_BYTES_MAX,
    encoding: 'buffer',
    env: {},
  } as const
  const child = execFile(process.execPath, [PROCESS], options, (cause, png) => {
    if (cause) reject(new SvgNotDrawn('The SVG was not drawn', { cause }))
    else resolve(png)
  })
  // A process that ends early closes its input; the error above says so.
  child.stdin?.on('error', () => undefined)
  child.stdin?.end(svg)
  return promise
}
