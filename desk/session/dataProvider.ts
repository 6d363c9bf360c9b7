import simpleRestProvider from 'ra-data-simple-rest'
import type { DataProvider } from 'react-admin'
import { DESK_API_BASE } from '#contract/desk.ts'
import type { Client } from './client.ts'

export type DeskDataProvider = DataProvider & {
  /** A call that is none of react-admin's own. `path` is below /desk/api. */
  call: <Answer>(method: 'GET' | 'POST', path: string, body?: unknown) => Promise<Answer>
}

/** What an upload field holds in a form: a file to send, or this for "take away". Else nothing changes. */
export const REMOVED = 'removed'

/** ra-data-simple-rest, with files sent before the record that names them. */
export function makeDataProvider(client: Client): DeskDataProvider {
  const rest = simpleRestProvider(DESK_API_BASE, client.send)

  const upload = async (purpose: string, file: File): Promise<string> => {
    const body = new FormData()
    body.append('file', file, file.name)
    const url = `${DESK_API_BASE}/uploads/${purpose}`
    const answer = await client.send(url, { method: 'POST', body })
    return (answer.json as { id: string }).id
  }

  const withUploads = async (resource: string, data: object): Promise<Record<string, unknown>> => {
    const sent: Record<string, unknown> = {}
    for (const [name, value] of Object.entries(data) as [string, unknown][]) {
      if (!name.endsWith('_upload')) sent[name] = value
      else if (value instanceof File) sent[name] = await upload(purposeOf(resource, name), value)
      else if (value === REMOVED) sent[name] = null
    }
    return sent
  }

  return {
    ...rest,
    // Without a range the desk answers 25 rows, whatever was asked for.
    getMany: (resource, { ids, signal }) =>
      rest.getList(resource, {
        filter: { id: ids },
        pagination: { page: 1, perPage: Math.max(1, ids.length) },
        sort: { field: 'id', order: 'ASC' },
        signal,
      }),
    create: async (resource, params) =>
      rest.create(resource, { ...params, data: await withUploads(resource, params.data) }),
    update: async (resource, params) =>
      rest.update(resource, { ...params, data: await withUploads(resource, params.data) }),
    call: async <Answer>(method: 'GET' | 'POST', path: string, body: unknown = {}) => {
      const options = method === 'GET' ? {} : { method, body: JSON.stringify(body) }
      const answer = await client.send(`${DESK_API_BASE}/${path}`, options)
      return answer.json as Answer
    },
  }
}

function purposeOf(resource: string, name: string): string {
  if (name === 'captions_upload') return 'captions'
  if (name !== 'file_upload') return 'picture'
  return resource === 'rule-videos' ? 'video' : 'file'
}
