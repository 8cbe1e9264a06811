import type { ReactNode } from "react";
import { Component } from "react";
import { Notice } from "../ui/notice.tsx";
import { t } from "../ui/t.ts";

interface Props {
  /** The current place: a new place resets the error. */
  readonly path: string;
  /** True beside the page, which it does not affect. */
  readonly isAside?: boolean;
  readonly children: ReactNode;
}

/** Shows an error in place of one part of the page; the others keep working. */
export class ErrorBoundary extends Component<Props, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidUpdate({ path }: Props) {
    if (this.state.hasFailed && path !== this.props.path) {
      this.setState({ hasFailed: false });
    }
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    const notice = (
      <Notice look="error">
        {t`This page couldn't be shown. Your drafts are saved.`}{" "}
        <a
          className="underline"
          href={location.pathname + location.search}
        >{t`Reload`}</a>
      </Notice>
    );
    if (this.props.isAside) return notice;
    return (
      <main id="main" className="p-6">
        {notice}
      </main>
    );
  }
}
