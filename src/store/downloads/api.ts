import { createAsyncThunk } from '@reduxjs/toolkit'
import type { FetchBaseQueryError } from '@reduxjs/toolkit/query'
import { contentCalls as calls } from '#contract/content.ts'
import type { DownloadFileId } from '#contract/ids.ts'
import { apiBaseUrl } from '#src/platform/env.ts'
import { maySaveOffline } from '#src/platform/offline.ts'
import { saveFile } from '#src/platform/output.ts'
import { endpointsOf } from '../http/endpoints.ts'
import { request } from '../http/request.ts'
import type { Services } from '../session/services.ts'

type FileDownload = {
  id: DownloadFileId
  fileName: string
  /** Called with the share that has arrived, 0 to 1; null while the size is unknown. */
  onProgress?: (share: number | null) => void
}

export const downloadsApi = endpointsOf(calls, { queries: { listDownloads: {} } })

type Download = { readonly endpointName: 'downloadFile'; readonly originalArgs: FileDownload }
type Failing = { extra: unknown; rejectValue: FetchBaseQueryError }

const runDownload = createAsyncThunk<void, Download, Failing>(
  'downloads/run',
  async ({ originalArgs: { id, fileName, onProgress } }, { signal, extra, rejectWithValue }) => {
    const { url } = request(calls.downloadFile, id)
    const headers = { 'Accept-Language': (extra as Services).language() }
    const { blob, error } = await fetchFile(url, { headers, signal }, onProgress)
    if (error) return rejectWithValue(error)
    saveFile(blob, fileName)
  },
)

/**
 * A thunk that reports the outcome of a call but is no mutation: RTK Query delays invalidation while a mutation is
 * pending, and a download may take minutes (ruling 81).
 */
export const downloadFile = (originalArgs: FileDownload) =>
  runDownload({ endpointName: 'downloadFile', originalArgs })

type Fetched = { blob: Blob; error?: undefined } | { blob?: undefined; error: FetchBaseQueryError }

/** Bypasses the base query, which reads each response a second time as text: files may have hundreds of MB. */
async function fetchFile(
  path: string,
  init: RequestInit,
  onProgress?: (share: number | null) => void,
): Promise<Fetched> {
  try {
    const response = await globalThis.fetch(new Request(apiBaseUrl() + path, init))
    const type = response.headers.get('Content-Type') ?? ''
    // The page of a proxy or a public network; HTML is never sent for a download (server/files).
    if (response.status >= 500 || (response.ok && type.includes('text/html')))
      throw new Error(`${response.status} ${type}`)
    if (!response.ok) return { error: { status: response.status, data: null } }
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
    const blob = await savedBlob(apiBaseUrl() + path)
    if (blob) return { blob }
    return { error: { status: 'FETCH_ERROR', error: String(fault) } }
  }
}

async function savedBlob(url: string): Promise<Blob | undefined> {
  if (!maySaveOffline()) return undefined
  const { readSavedFile } = await import(
    /* webpackChunkName: "offline" */ '#src/offline/savedResponse.ts'
  )
  return readSavedFile(url)
}
