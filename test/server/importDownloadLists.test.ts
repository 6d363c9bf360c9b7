import { Readable } from 'node:stream'
import type { Loss } from '#server/desk/transfer/sources/source.ts'
import { Contents } from '#server/modules/downloads/contents.ts'
import { listWanted } from '#server/modules/downloads/wanted.ts'
import { said } from '#server/text/sentence.ts'
import { zipOf } from '#test/helpers/fixtures/archives.ts'
import { deskTests } from '#test/helpers/server/serverTests.ts'
import type { DeskCaller } from '#test/helpers/server/startDesk.ts'
import { bothEngines } from '#test/helpers/server/startServer.ts'

deskTests('lists of downloads on %s', { engines: bothEngines }, (server) => {
  let ada: DeskCaller
  beforeEach(async () => {
    await server.empty()
    ada = await server.staff('Ada')
  })

  const send = async (list: readonly object[], files: Record<string, string>) => {
    const json = JSON.stringify({
      format: 'discordia-downloads',
      version: 1,
      categories: [{ key: 'rules', name: 'Rules' }],
      files: list.map((row) => ({ category: 'rules', ...row })),
    })
    const zip = await zipOf({ 'downloads.json': json, ...files })
    return (await ada.transfer('downloads', zip, 'files.zip')).json()
  }
  const listed = async () => (await ada.get('/download-files')).json()

  test('a row without its file keeps the one that is here, and is named', async () => {
    await send([{ key: 'a', title: 'A', file: 'a.pdf' }], { 'a.pdf': 'a' })
    const report = await send(
      [
        { key: 'a', title: 'Another', file: 'A/a.pdf' },
        { key: 'b', title: 'B', file: 'b.pdf' },
      ],
      { 'b.pdf': 'b' },
    )
    expect(report).toMatchObject({
      added: 1,
      changed: 1,
      losses: [{ place: 'files[0] "a"', problem: expect.stringContaining('no such file') }],
    })
  })

  test('what is withdrawn stays so, unless the list says otherwise', async () => {
    const row = { key: 'a', title: 'A', file: 'a.pdf' }
    await send([{ ...row, withdrawn: true }], { 'a.pdf': 'a' })
    expect(await send([row], { 'a.pdf': 'a' })).toMatchObject({ changed: 0 })
    expect(await listed()).toMatchObject([{ withdrawn_at: expect.any(String) }])
    await send([{ ...row, withdrawn: false }], { 'a.pdf': 'a' })
    expect(await listed()).toMatchObject([{ withdrawn_at: null }])
  })

  test('files that the list or a folder calls private are withdrawn, and named', async () => {
    const rows = [
      'File;Private;Publish;Withdrawn',
      'a.pdf;x;;',
      'b.pdf;;no;',
      'c.pdf;no;yes;',
      'd.pdf;;;on',
    ]
    const files = {
      'list.csv': rows.join('\n'),
      'a.pdf': 'a',
      'b.pdf': 'b',
      'c.pdf': 'c',
      'd.pdf': 'd',
    }
    const send = async (contents: Record<string, string>) =>
      (await ada.transfer('downloads', await zipOf(contents), 'files.zip')).json()
    const { losses } = await send({ ...files, 'GM only/e.pdf': 'e' })
    const withdrawn = async () =>
      (await listed()).flatMap((one: { display_name: string; withdrawn_at: string | null }) =>
        one.withdrawn_at === null ? [] : [one.display_name],
      )
    expect((await withdrawn()).sort()).toEqual(['A', 'B', 'D'])
    const waiting = losses.filter(({ problem }: { problem: string }) =>
      /is withdrawn/.test(problem),
    )
    expect(waiting.map(({ place }: { place: string }) => place)).toEqual([
      'list.csv, row 2',
      'list.csv, row 3',
    ])
    await send({ 'Secret/f.pdf': 'f', 'Open/g.pdf': 'g' })
    expect((await withdrawn()).sort()).toEqual(['A', 'B', 'D', 'F'])
    // What is public here stays so.
    const again = await send({ 'list.csv': 'File;Private\nc.pdf;x', 'c.pdf': 'c' })
    expect(again.losses).toEqual([
      { place: 'list.csv, row 2', problem: expect.stringContaining('stays as it is') },
    ])
    expect((await withdrawn()).sort()).toEqual(['A', 'B', 'D', 'F'])
  })

  test('a list may lose any number of cells', () => {
    const one: Loss = { place: 'cell', problem: said('transfer.formula_error') }
    const lost = Array.from({ length: 200_000 }, () => one)
    const table = { headers: [], rows: [], losses: lost }
    const losses: Loss[] = []
    listWanted({ files: new Map(), list: { name: 'list.xlsx', table, fields: new Map() } }, losses)
    expect(losses).toHaveLength(lost.length)
  })

  test('rows that name one file have a copy each, and the copies have the bounds of an archive', async () => {
    const contents = new Contents(server.deps, new Set(), true)
    const file = {
      name: 'a.pdf',
      size: 200 * 1024 * 1024,
      bytes: async () => Buffer.from('a'),
      stream: () => Readable.from([Buffer.from('a')]),
    }
    const take = () => contents.take(file, () => false)
    for (let copy = 0; copy < 5; copy++) expect(await take()).toMatchObject({ size: 1 })
    await expect(take()).rejects.toThrow('The files have more than 1024 MB together.')
  })
})
