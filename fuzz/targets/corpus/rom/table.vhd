when "00000000" => addr <= "00000000101";
when others => addr <= "00000000111";
