import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { DeskServer } from '../test/helpers/server/startDesk.ts'

/** Three other sites with the events in a frame; the desk names the first two. */
export async function startEmbedders() {
  let embed = ''
  const servers = await Promise.all(
    [true, true, false].map(async (isNamed) => {
      const site = createServer((_request, response) => {
        response.setHeader('content-type', 'text/html')
        response.end(`<!doctype html><title>Club</title><iframe src="${embed}"></iframe>`)
      })
      await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
      const origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
      return { origin, isNamed, site }
    }),
  )
  return {
    sites: servers,
    async name({ deps }: DeskServer) {
      const named = servers.filter(({ isNamed }) => isNamed)
      const value = JSON.stringify({ embed_hosts: named.map(({ origin }) => origin).join(' ') })
      const kit = { value, icons: '{}', source: 'folder', made_at: 1 } as const
      await deps.db.insertInto('site_kits').values(kit).execute()
      await deps.kit.reload()
    },
    frame(url: string) {
      embed = `${url}/api/embed/events?view=month`
    },
    close: () => servers.map(({ site }) => site.close()),
  }
}
export type Embedders = Awaited<ReturnType<typeof startEmbedders>>

type Frame = { readonly evaluate: (script: string) => Promise<unknown> }

/** Headings in the frames of a page: of none that the browser has refused. */
export async function framedHeadings(frames: readonly Frame[]): Promise<unknown[]> {
  const heading = "document.querySelector('h1')?.textContent"
  const found = frames.slice(1).map((frame) => frame.evaluate(heading).catch(() => undefined))
  return (await Promise.all(found)).filter((one) => one === 'Discordia: events')
}
