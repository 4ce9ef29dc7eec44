import type { RenderedPbx } from '@ringside/core/pbx/render.ts';

/** Removes NAT options, because the lab's phones register from another port than they listen on. */
export const forSipp = ({ files, refused }: RenderedPbx): RenderedPbx => ({
  refused,
  files: files.map((file) => ({
    ...file,
    sections: file.sections.map((each) => ({
      ...each,
      lines: each.lines.filter(({ name }) => name !== 'rewrite_contact' && name !== 'force_rport'),
    })),
  })),
});
