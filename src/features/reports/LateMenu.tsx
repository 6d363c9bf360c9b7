import { useAppSelector } from '#src/store/hooks.ts'
import { selectIsMember } from '#src/store/session/slice.ts'
import { Late } from '#src/ui/Late.tsx'
import type { ThingMenuProps } from './ThingMenu.tsx'

const load = async () =>
  (await import(/* webpackChunkName: "reports" */ './ThingMenu.tsx')).ThingMenu

/** The menu on pages that do without its code: for members alone. */
export const LateMenu = (props: ThingMenuProps) =>
  useAppSelector(selectIsMember) ? <Late load={load} props={props} /> : null
