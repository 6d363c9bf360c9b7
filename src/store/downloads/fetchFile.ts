import type { FetchBaseQueryError } from '@reduxjs/toolkit/query'
import { apiBaseUrl } from '#src/platform/env.ts'

type Fetched = { blob: Blob; error?: undefined } | { blob?: undefined; error: FetchBaseQueryError }

/** Not through the base query, which reads each response a second time as text: files may have hundreds of MB. */
export async function fetchFile(
  path: string,
  init: RequestInit,
  onProgress?: (share: number | null) => void,
): Promise<Fetched> {
  try {
    const response = await globalThis.fetch(new Request(apiBaseUrl() + path, init))
    if (!response.ok) return { error: { status: response.status, data: null } }
    const type = response.headers.get('Content-Type') ?? ''
    const total = Number(response.headers.get('Content-Length'))
    if (!onProgress || !response.body) return { blob: await response.blob() }

    const parts: Uint8Array<ArrayBuffer>[] = []
    let received = 0
    const reader = response.body.getReader()
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      parts.push(part.value)
      received += part.value.byteLength
      onProgress(total > 0 ? Math.min(received / total, 1) : null)
    }
    return { blob: new Blob(parts, { type }) }
  } catch (fault) {
    return { error: { status: 'FETCH_ERROR', error: String(fault) } }
  }
}
