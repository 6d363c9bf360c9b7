import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Daemon, startDaemon, untilListening } from './daemons.ts'
import type { Place } from './place.ts'

const TEMPLATE = join(import.meta.dirname, '../../deploy/nginx.conf')

type Upstreams = { readonly site: readonly number[]; readonly desk: readonly number[] }

/** deploy/nginx.conf with the addresses of a cluster and no other change. */
export function nginxConfig({ ports }: Pick<Place, 'ports'>, { site, desk }: Upstreams): string {
  const servers = (own: readonly number[]) => (_: string, rest: string) =>
    own.map((port) => `    server 127.0.0.1:${port}${rest}\n`).join('')
  const listen = [ports.site, ports.desk].values()
  return readFileSync(TEMPLATE, 'utf8')
    .replace(/(?: {4}server 10\.0\.0\.\d+:3000(.*)\n)+/, servers(site))
    .replace(/(?: {4}server 10\.0\.0\.\d+:3001(.*)\n)+/, servers(desk))
    .replaceAll('listen 80;', () => `listen 127.0.0.1:${listen.next().value ?? 0};`)
}

/** Starts nginx on two ports, so that site and desk have different origins, as with two host names. */
export async function startProxy(place: Place, program: string, to: Upstreams): Promise<Daemon> {
  const folder = join(place.folder, 'nginx')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'discordia.conf'), nginxConfig(place, to))
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `  ${kind}_temp_path ${join(folder, kind)};`)
    .join('\n')
  const main = `worker_processes 2;
pid ${join(folder, 'nginx.pid')};
error_log stderr warn;
daemon off;
events { worker_connections 4096; }
http {
${temporary}
  include ${join(folder, 'discordia.conf')};
}
`
  const config = join(folder, 'nginx.conf')
  writeFileSync(config, main)
  const daemon = startDaemon({
    folder: place.folder,
    name: 'nginx',
    command: program,
    args: ['-p', folder, '-c', config, '-e', 'stderr'],
  })
  await untilListening(daemon, place.folder, place.ports.site)
  return daemon
}
