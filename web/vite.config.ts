import { existsSync, readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** Where the dev server finds the console's API: `RINGSIDE_DEV_API=http://127.0.0.1:9000 npm run dev`. */
const api = process.env['RINGSIDE_DEV_API'] ?? 'http://127.0.0.1:8080';

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** Puts `.br` and `.gz` beside each text file, once per build, so that the server never compresses them again. */
const precompress = (): Plugin => ({
  name: 'precompress',
  apply: 'build',
  async writeBundle({ dir = '' }, bundle) {
    const files = Object.keys(bundle).filter((name) => /\.(js|css|svg)$/.test(name));
    await Promise.all(
      files.map(async (name) => {
        const path = join(dir, name);
        const content = await readFile(path);
        // Below a packet's size there is nothing to gain.
        if (content.length < 1400) return;
        const params = { [constants.BROTLI_PARAM_QUALITY]: 9 };
        await writeFile(`${path}.br`, await toBrotli(content, { params }));
        await writeFile(`${path}.gz`, await toGzip(content, { level: 9 }));
      }),
    );
  },
});

const LOCALES = fileURLToPath(new URL('src/locales', import.meta.url));

/** Tells `boot.js`, which runs before any module, which languages there are texts of: folders, or files of all texts. */
const languages = (): Plugin => ({
  name: 'languages',
  transformIndexHtml: (html) => {
    const found = readdirSync(LOCALES).flatMap((name) =>
      existsSync(join(LOCALES, name, 'common.json')) ? [name] : /^[a-z]{2}\.json$/.test(name) ? [name.slice(0, 2)] : [],
    );
    return html.replace('data-languages=""', `data-languages="${found.join(' ')}"`);
  },
});

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react(), languages(), precompress()],
  server: {
    proxy: {
      '/api/': { target: api, changeOrigin: false },
      '/realtime': { target: api, ws: true, changeOrigin: false },
    },
  },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    // Inlined assets would need `data:` in the content security policy.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Left to itself the bundler makes a file of each module that two pages share: two hundred requests a page.
          // Who comes first takes; what is shared by many pages is apart from what a few have in common.
          groups: [
            { name: 'libraries', tags: ['$initial'], test: /node_modules/ },
            { name: 'start', tags: ['$initial'] },
            { name: 'icons', test: /node_modules[\\/]lucide-react/ },
            { name: 'basics', test: /node_modules/, minShareCount: 30 },
            { name: 'frame', minShareCount: 30 },
            { name: 'sign-in', test: /session[\\/](LoginPage|CodeField|SessionFrame)/ },
            { name: 'controls', test: /node_modules/, minShareCount: 4 },
            { name: 'common', minShareCount: 4 },
          ],
        },
      },
    },
  },
});
