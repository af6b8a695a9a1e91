import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { precompression } from './precompression.ts';

/** What the server sends with the page as well; the preview has it so that a breach shows before a release. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "media-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

export default defineConfig({
  plugins: [react(), tailwindcss(), precompression()],
  build: {
    target: 'es2023',
    // Nothing inlined: a strict content security policy has no data: scripts or styles, and hashed files cache for ever.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    sourcemap: false,
  },
  preview: { headers: { 'Content-Security-Policy': CONTENT_SECURITY_POLICY } },
});
