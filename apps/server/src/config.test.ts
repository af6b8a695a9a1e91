import { describe, expect, it } from 'vitest';
import { parseConfig } from './config.ts';

describe('the environment', () => {
  it('may be empty: the defaults are a loopback server on port 8787 with the build of apps/web', () => {
    const config = parseConfig({});
    expect(config).toMatchObject({ port: 8787, host: 'localhost' });
    expect(config).toHaveProperty('webRoot', expect.stringMatching(/apps.web.dist$/));
  });

  it('names port, host and folder of the web app', () => {
    const config = parseConfig({ PORT: '80', HOST: '0.0.0.0', WEB_ROOT: '/srv/web' });
    expect(config).toEqual({ port: 80, host: '0.0.0.0', webRoot: '/srv/web' });
  });

  it('counts an empty variable as unset', () => {
    expect(parseConfig({ PORT: '', HOST: '', WEB_ROOT: '' })).toEqual(parseConfig({}));
  });

  it.each(['0', '1', '65535'])('takes port %s', (PORT) => {
    expect(parseConfig({ PORT })).toHaveProperty('port', Number(PORT));
  });

  it.each(['65536', '-1', '80.5', '8787 ', '0x50', 'http', '1e3', '999999999999'])('refuses port %j', (PORT) => {
    const error = parseConfig({ PORT });
    expect(error).toMatchObject({ code: 'ERR_CONFIG_PORT', variable: 'PORT' });
    expect(error).toHaveProperty('message', expect.stringContaining(JSON.stringify(PORT)));
  });

  it.each(['::1', '127.0.0.1', 'localhost', 'play.example'])('takes host %s', (HOST) => {
    expect(parseConfig({ HOST })).toHaveProperty('host', HOST);
  });

  it.each(['http://localhost', 'a b', '[::1]'])('refuses host %j', (HOST) => {
    expect(parseConfig({ HOST })).toMatchObject({ code: 'ERR_CONFIG_HOST', variable: 'HOST' });
  });
});
