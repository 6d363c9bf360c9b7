import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { steadyPort } from '../../scripts/steadyPort.ts'
import { findPrograms } from './programs.ts'
import { nginxConfig } from './proxy.ts'

test('the file for nginx is valid once it is filled in', async () => {
  const work = mkdtempSync(join(tmpdir(), 'discordia-nginx-'))
  const ports = {
    primary: 1,
    standby: 2,
    pooler: 3,
    store: 4,
    site: await steadyPort(),
    desk: await steadyPort(),
  }
  writeFileSync(join(work, 'site.conf'), nginxConfig({ ports }, { site: [9001], desk: [9101] }))
  const main = `pid ${work}/nginx.pid; events {} http { include ${work}/site.conf; }\n`
  writeFileSync(join(work, 'nginx.conf'), main)
  const { stderr } = await promisify(execFile)((await findPrograms({ hasStore: false })).nginx, [
    '-t',
    '-p',
    work,
    '-c',
    join(work, 'nginx.conf'),
  ])
  expect(stderr).toContain('test is successful')
  rmSync(work, { recursive: true })
})
