import { openFiles } from '../files/openFiles.ts'
import { type Command, UsageError } from './command.ts'
import { removeDemo as remove } from './demoRemoval.ts'

export const removeDemo: Command = {
  usage: 'remove-demo [--content]',
  does: 'removes the demonstration accounts, with --content their glossary entries too',
  flags: ['content'],
  async run({ args, flags, print, settings, ...deps }) {
    if (args.length > 0) throw new UsageError('remove-demo takes no names.')
    const files = await openFiles(settings)
    const { removed, closed } = await remove({ ...deps, files }, flags.has('content'))
    if (removed.length + closed.length === 0) print('There are no demonstration accounts.')
    for (const { email, role } of removed) print(`Removed ${email} (${role}).`)
    for (const { email, role } of closed)
      print(`${email} (${role}) had the published password and must set a new one.`)
  },
}
