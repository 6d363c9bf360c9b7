import { Component, type ReactNode } from 'react'

type FreezeProps = { isFrozen: boolean; children: ReactNode }

/** Skips renders while frozen, so that a closing dialog fades with its text. */
export class Freeze extends Component<FreezeProps> {
  override shouldComponentUpdate(next: FreezeProps): boolean {
    return !next.isFrozen
  }

  override render(): ReactNode {
    return this.props.children
  }
}
