import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { steadyPort } from '../../scripts/steadyPort.ts'

/**
 * What only the operator's machine has. Packages and the user are there or not needed; packages of Node are those of this
 * repository, and pages are built once. `systemctl` starts what the units say, as this user, and Caddy is started by the test.
 */
const PRELUDE = `
apt-get() { :; }
adduser() { mkdir -p "\${5:?}"; }
npm() {
  case "$*" in
    'ci --ignore-scripts') ln -sfn "$MODULES" node_modules ;;
    'rebuild node') ;;
    'run build') [ -e dist/desk/index.html ] || command npm run build ;;
    *) command npm "$@" ;;
  esac
}
unit() { sed -n "s/^$2=//p" "$UNITS/$1.service"; }
systemctl() {
  case "$1 $2" in
    link*)
      mkdir -p "$UNITS"
      for file in "\${@:2}"; do sed "s:/opt/discordia:$FOLDER:g; s:/var/lib/:$STATE/:g" "$file" >"$UNITS/\${file##*/}"; done
      systemd-analyze verify --man=no "$UNITS"/* ;;
    'start discordia-backup')
      mkdir -p "$STATE/discordia-backup"
      (cd "$(unit discordia-backup WorkingDirectory)" && env -i $(unit discordia-backup Environment) $(unit discordia-backup ExecStart)) ;;
    'enable --now'|'start discordia'|'restart discordia')
      systemctl stop discordia
      (cd "$(unit discordia WorkingDirectory)" && exec env -i HOME="$HOME" $PORTS $(unit discordia Environment) \\
        $(unit discordia ExecStart) >>"$WORK/log" 2>&1 </dev/null) &
      echo $! >"$WORK/pid"
      until curl -fsS "$READY" >/dev/null 2>&1; do
        kill -0 "$(cat "$WORK/pid")" || { tail -n 5 "$WORK/log"; return 1; }
        sleep 0.1
      done ;;
    'stop discordia')
      [ -e "$WORK/pid" ] || return 0
      kill -TERM "$(cat "$WORK/pid")" 2>/dev/null || return 0
      while readlink "/proc/$(cat "$WORK/pid")/exe" >/dev/null; do sleep 0.1; done ;;
    'daemon-reload '|'restart caddy') ;;
    *) echo "not known: systemctl $*"; return 1 ;;
  esac
}
set -e
`

export type Operator = Awaited<ReturnType<typeof makeOperator>>

/** An empty machine, as far as one folder can be. The caller removes it. */
export async function makeOperator() {
  const work = mkdtempSync(join(tmpdir(), 'discordia-small-'))
  const folder = join(work, 'opt/discordia')
  const state = join(work, 'var/lib')
  const [port, deskPort, https, http] = [
    await steadyPort(),
    await steadyPort(),
    await steadyPort(),
    await steadyPort(),
  ]
  const origin = join(work, 'origin.git')
  execFileSync('git', ['clone', '--quiet', '--bare', resolve('.'), origin])
  for (const made of ['opt', 'var/lib', 'etc/caddy'])
    mkdirSync(join(work, made), { recursive: true })
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: work,
    WORK: work,
    FOLDER: folder,
    STATE: state,
    UNITS: join(work, 'units'),
    MODULES: resolve('node_modules'),
    PORTS: `PORT=${port} DESK_PORT=${deskPort}`,
    READY: `http://127.0.0.1:${port}/api/ready`,
  }
  /** What the page writes, and what it is here. */
  const written = {
    'https://git.example/discordia.git': origin,
    '/opt/discordia': folder,
    '/var/lib/': `${state}/`,
    '/etc/caddy': join(work, 'etc/caddy'),
    '-o discordia -g discordia': `-o ${process.getuid?.()} -g ${process.getgid?.()}`,
    'club.example': 'club.localhost',
  }
  /** Runs lines as written in one bash, which ends at the first that fails. @throws Error with the output */
  const types = (
    lines: readonly string[],
    more: { readonly env?: Record<string, string>; readonly also?: Record<string, string> } = {},
  ): Promise<string> => {
    const filled = Object.entries({ ...more.also, ...written })
    const script = lines
      .map((line) => filled.reduce((text, [from, to]) => text.replaceAll(from, to), line))
      .join('\n')
    return bash(`${PRELUDE}${script}`, existsSync(folder) ? folder : work, { ...env, ...more.env })
  }
  return {
    work,
    folder,
    dataDir: join(state, 'discordia'),
    backups: join(state, 'discordia-backup'),
    caddyfile: join(work, 'etc/caddy/Caddyfile'),
    ports: { port, deskPort, https, http },
    site: `https://club.localhost:${https}`,
    desk: `https://desk.club.localhost:${https}`,
    origin,
    types,
    remove() {
      const file = join(work, 'pid')
      const pid = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0
      if (pid > 0 && existsSync(`/proc/${pid}`)) process.kill(pid, 'SIGKILL')
      rmSync(work, { recursive: true, force: true })
    },
  }
}

function bash(script: string, cwd: string, env: Record<string, string>): Promise<string> {
  const child = spawn('bash', ['-c', script], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      text += chunk.toString()
    })
  return new Promise((done, fail) =>
    child.on('close', (code) =>
      code === 0 ? done(text) : fail(new Error(`The lines ended with ${code}:\n${text}`)),
    ),
  )
}
