import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const LAB = import.meta.dirname
const INSTALLED = join(LAB, 'node_modules/.installed')

const wanted = (): string =>
  createHash('sha256')
    .update(readFileSync(join(LAB, 'package-lock.json')))
    .digest('hex')

/** Installs the packages of the laboratory unless they are there as its lock file has them. */
export function installPackages(): void {
  if (existsSync(INSTALLED) && readFileSync(INSTALLED, 'utf8') === wanted()) return
  console.log('Installing the packages of the laboratory ...')
  const { status } = spawnSync('npm', ['install'], { cwd: LAB, stdio: ['ignore', 'ignore', 2] })
  if (status !== 0) throw new Error('"npm install" in lab/ has failed.')
  writeFileSync(INSTALLED, wanted())
}
